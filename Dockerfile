# The pipeline as an image: `docker run --rm -v "$PWD:/work" florilegium run`
ARG BASE=python:3.11-slim

FROM ${BASE} AS build
WORKDIR /build
COPY requirements.lock ./
RUN python -m venv /opt/florilegium \
 && /opt/florilegium/bin/pip install --no-cache-dir --require-hashes -r requirements.lock
COPY pyproject.toml README.md ./
COPY florilegium florilegium
COPY schemas schemas
RUN /opt/florilegium/bin/pip install --no-cache-dir --no-deps --no-build-isolation --no-index .

FROM ${BASE}
RUN apt-get update \
 && apt-get install -y --no-install-recommends git \
 && rm -rf /var/lib/apt/lists/* \
 && useradd --create-home --uid 1000 florilegium
COPY --from=build /opt/florilegium /opt/florilegium
ENV PATH=/opt/florilegium/bin:$PATH PYTHONUNBUFFERED=1
USER florilegium
WORKDIR /work
ENTRYPOINT ["florilegium"]
CMD ["run"]
