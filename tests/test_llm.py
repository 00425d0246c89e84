"""The edge to the SDK: who logs in, and what its faults mean for us."""

import pytest
from asking_bench import FakeClock
from messages_server import ERRORS, MessagesServer

from florilegium.asking.servers import Fault, Server, ServerError
from florilegium.errors import ParamsError
from florilegium.llm import find_credentials, open_server, read_retry_after

BODY = {"model": "m", "max_tokens": 100, "messages": [{"role": "user", "content": "hi"}]}


@pytest.mark.parametrize(
    ("environment", "credentials"),
    [
        pytest.param({"ANTHROPIC_API_KEY": "k", "ANTHROPIC_AUTH_TOKEN": "t"}, {"api_key": "k"}, id="key_first"),
        pytest.param({"ANTHROPIC_API_KEY": "", "ANTHROPIC_AUTH_TOKEN": "t"}, {"auth_token": "t"}, id="token"),
        pytest.param({"ANTHROPIC_BASE_URL": "http://localhost:11434"}, {"api_key": "none"}, id="own_server"),
        pytest.param(
            {"ANTHROPIC_BASE_URL": "http://localhost:1", "ANTHROPIC_API_KEY": "k"}, {"api_key": "k"}, id="own_with_key"
        ),
        pytest.param({"ANTHROPIC_API_KEY": " k\n"}, {"api_key": "k"}, id="key_from_a_file_with_its_line_end"),
    ],
)
def test_who_logs_in(environment: dict[str, str], credentials: dict[str, str]) -> None:
    """A key is needed only where the server is not your own."""
    assert find_credentials(environment) == credentials


@pytest.mark.parametrize(
    "environment",
    [
        pytest.param({}, id="nothing"),
        pytest.param({"ANTHROPIC_API_KEY": ""}, id="empty_key"),
        pytest.param({"ANTHROPIC_BASE_URL": "https://api.anthropic.com"}, id="named_server"),
    ],
)
def test_no_key_is_told_with_the_next_step(environment: dict[str, str]) -> None:
    """The SDK itself would raise a TypeError at its first call."""
    with pytest.raises(ParamsError, match="neither ANTHROPIC_API_KEY nor ANTHROPIC_AUTH_TOKEN is set") as caught:
        find_credentials(environment)
    assert "--offline" in caught.value.hint


@pytest.mark.parametrize("key", ["sk-ant-0123\nX-Other: 1", "sk-ant-0123\udcff", "sk-ant-0123\0"])
def test_what_no_header_can_carry_is_no_key(key: str) -> None:
    """It is told before any call, and not repeated: the SDK would show it in its complaint."""
    with pytest.raises(ParamsError, match="ANTHROPIC_API_KEY: this is no key") as caught:
        find_credentials({"ANTHROPIC_API_KEY": key})
    assert "0123" not in str(caught.value)


@pytest.mark.parametrize(
    "address",
    [
        pytest.param("localhost:11434", id="no_scheme"),
        pytest.param("nonsense", id="a_word"),
        pytest.param("ftp://localhost", id="another_scheme"),
        pytest.param("http://", id="no_host"),
        pytest.param("http://localhost:abc", id="port_of_letters"),
        pytest.param("http://me:word@localhost:99999", id="port_too_high"),
        pytest.param("http://[::1", id="half_a_host"),
        pytest.param('"http://localhost"', id="quoted"),
    ],
)
def test_what_is_no_address_is_told_before_any_call(monkeypatch: pytest.MonkeyPatch, address: str) -> None:
    """No call could reach it, so none is tried again and again; the address, which may hold a password, is not told."""
    monkeypatch.setenv("ANTHROPIC_API_KEY", "sk-ant-0123")
    monkeypatch.setenv("ANTHROPIC_BASE_URL", address)
    with pytest.raises(ParamsError, match="ANTHROPIC_BASE_URL: this is no address of a server") as caught:
        open_server(timeout_s=5, now=FakeClock().now)
    assert "word@" not in str(caught.value)


def open_at(server: MessagesServer, monkeypatch: pytest.MonkeyPatch) -> Server:
    monkeypatch.setenv("ANTHROPIC_BASE_URL", server.url)
    monkeypatch.setenv("ANTHROPIC_API_KEY", "sk-ant-0123")
    return open_server(timeout_s=5, now=FakeClock().now)


@pytest.mark.parametrize(
    ("step", "fault"),
    [
        ("400", Fault.INVALID),
        ("long", Fault.TOO_LARGE),
        ("401", Fault.BAD_KEY),
        ("402", Fault.NO_CREDIT),
        ("403", Fault.BAD_KEY),
        ("404", Fault.NO_MODEL),
        ("413", Fault.TOO_LARGE),
        ("429", Fault.RATE_LIMIT),
        ("500", Fault.SERVER),
        ("529", Fault.OVERLOAD),
        ("cut", Fault.CUT),
        ("half", Fault.CUT),
        ("garbage", Fault.CUT),
        ("slow:9", Fault.TIMEOUT),
    ],
)
def test_each_failure_is_sorted(monkeypatch: pytest.MonkeyPatch, step: str, fault: Fault) -> None:
    """One call is made for it, since the SDK's own retries are off."""
    with MessagesServer(script=[step]) as server:
        monkeypatch.setenv("ANTHROPIC_BASE_URL", server.url)
        monkeypatch.setenv("ANTHROPIC_API_KEY", "sk-ant-0123")
        edge = open_server(timeout_s=0.5 if step == "slow:9" else 5, now=FakeClock().now)
        with pytest.raises(ServerError) as caught:
            edge.send(BODY)
        edge.close()
        assert caught.value.fault is fault
        assert len(server.log) == 1


@pytest.mark.parametrize(
    ("kind", "told"),
    [
        pytest.param(
            "invalid_request_error",
            "input length and `max_tokens` exceed context limit: 190000 + 21333 > 200000, decrease input length",
            id="api",
        ),
        pytest.param(
            "exceed_context_size_error",
            "request (12031 tokens) exceeds the available context size (8192 tokens), try increasing it",
            id="llama.cpp",
        ),
        pytest.param(
            "BadRequestError", "This model's maximum context length is 8192 tokens. You asked for 9000.", id="vllm"
        ),
    ],
)
def test_what_a_context_cannot_hold_is_too_large(monkeypatch: pytest.MonkeyPatch, kind: str, told: str) -> None:
    """Each server has its own words for it, and the type says invalid or nothing known."""
    monkeypatch.setitem(ERRORS, "long", (400, kind, told))
    with MessagesServer(script=["long"]) as server:
        edge = open_at(server, monkeypatch)
        with pytest.raises(ServerError) as caught:
            edge.send(BODY)
        edge.close()
    assert caught.value.fault is Fault.TOO_LARGE
    assert told[:40] in str(caught.value)


def test_the_key_goes_as_a_bearer_and_stays_out_of_faults(monkeypatch: pytest.MonkeyPatch) -> None:
    """A server that repeats what it was sent does not get the key into a message."""
    with MessagesServer(script=["key"]) as server:
        edge = open_at(server, monkeypatch)
        with pytest.raises(ServerError) as caught:
            edge.send(BODY)
        edge.close()
        headers = {name.lower(): value for name, value in server.log[0].headers.items()}
    assert headers["authorization"] == "Bearer sk-ant-0123"
    assert "sk-ant" not in str(caught.value)
    assert "no such key: Bearer …" in str(caught.value)


def test_tokens_are_counted_by_the_server(monkeypatch: pytest.MonkeyPatch) -> None:
    """The endpoint takes no length of answer."""
    with MessagesServer() as server:
        edge = open_at(server, monkeypatch)
        assert edge.count_tokens(BODY) > 0
        edge.close()
        assert "max_tokens" not in server.log[0].body


def test_what_the_api_does_not_honour_becomes_a_description(monkeypatch: pytest.MonkeyPatch) -> None:
    """Limits of numbers and lists are told in words; names of files are left out; types in a list are alternatives."""
    schema = {
        "$id": "x.json",
        "type": "object",
        "required": ["a"],
        "properties": {"a": {"type": ["integer", "null"], "maximum": 9}, "b": {"type": "array", "items": {"const": 1}}},
    }
    with MessagesServer() as server:
        edge = open_at(server, monkeypatch)
        assert edge.make_form(schema) == {
            "type": "object",
            "properties": {
                "a": {"anyOf": [{"type": "integer", "description": "{maximum: 9}"}, {"type": "null"}]},
                "b": {"type": "array", "items": {"const": 1}},
            },
            "additionalProperties": False,
            "required": ["a"],
        }
        assert edge.make_form({"type": "object", "properties": {"a": True}}) is None
        edge.close()


@pytest.mark.parametrize(
    ("headers", "wait_s"),
    [
        pytest.param({}, None, id="none"),
        pytest.param({"retry-after": "7"}, 7.0, id="seconds"),
        pytest.param({"retry-after": "-7"}, 0.0, id="negative"),
        pytest.param({"retry-after-ms": "250", "retry-after": "7"}, 0.25, id="milliseconds"),
        pytest.param({"retry-after": "Tue, 01 Dec 2026 00:01:00 GMT"}, 60.0, id="date"),
        pytest.param({"retry-after": "Mon, 30 Nov 2026 00:00:00 GMT"}, 0.0, id="past"),
        pytest.param({"retry-after": "soon"}, None, id="words"),
        pytest.param({"retry-after": "Tue, 99 Dec 9999999999 00:01:00 GMT"}, None, id="no_date"),
    ],
)
def test_a_pause_is_a_number_or_a_date(headers: dict[str, str], wait_s: float | None) -> None:
    """Whatever a server sends, it is seconds from now or nothing."""
    assert read_retry_after(headers, 1_796_083_200.0) == wait_s
