"""What looks like a key, or is called private, leaves in no request."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from florilegium.claude.redaction import MARK, Redactor, make_redactor
from florilegium.project.params import PrivateParams

A = "Ab3dEf6h"
SECRETS = {
    "anthropic": f"sk-ant-api03-{A * 6}",
    "openai": f"sk-proj-{A * 5}",
    "github": f"ghp_{A * 5}",
    "github_fine": f"github_pat_{A * 5}",
    "gitlab": f"glpat-{A * 3}",
    "hugging_face": f"hf_{A * 4}",
    "aws": "AKIA" + "ABCDEFGH23456789",
    "google": f"AIza{A * 4}abc",
    "google_client": f"GOCSPX-{A * 3}",
    "groq": f"gsk_{A * 5}",
    "perplexity": f"pplx-{A * 5}",
    "xai": f"xai-{A * 5}",
    "notion_of_old": f"secret_{A * 5}",
    "vault": f"hvs.{A * 3}",
    "tailscale": f"tskey-auth-{A * 3}",
    "databricks": "dapi" + "0a1b2c3d" * 4,
    "slack": f"xoxb-1234567890-{A}",
    "stripe": f"sk_live_{A * 3}",
    "sendgrid": f"SG.{A * 3}.{A * 3}",
    "telegram": f"123456789:AA{A * 4}",
    "jwt": f"eyJ{A * 2}.eyJ{A * 3}.{A * 2}",
    "age": "AGE-SECRET-KEY-1" + "Q2W3E4R5T6" * 3,
    "private_key": f"-----BEGIN RSA PRIVATE KEY-----\n{A * 8}\n{A * 8}\n-----END RSA PRIVATE KEY-----",
    "cut_private_key": f"-----BEGIN OPENSSH PRIVATE KEY-----\n{A * 8}",
}
FRAMED = {
    "url_password": ("https://ada:{}@example.org/x", "hunter22secret"),
    "query": ("https://example.org/x?token={}&page=2", A * 2),
    "bearer": ("Authorization: Bearer {}", A * 3),
    "assignment": ('api_key = "{}"', A * 2),
    "environment": ("export READWISE_TOKEN={}", A * 2),
    "password": ("password: {}", "correct7horse"),
    "bold": ("**Password:** {}", "hunter22x"),
    "german": ("Passwort: {}", "hunter22x"),
    "swedish": ("Lösenord: {}", "hunter22x"),
    "azure": ("AccountName=a;AccountKey={}", A * 4),
    "escaped_json": ('"{{\\"api_key\\": \\"{}', A * 2),
    "basic": ("Authorization: Basic {}", "YWRhOmh1bnRlcjIy"),
    "slack_hook": ("https://hooks.slack.com/services/{}", f"T0/B0/{A * 3}"),
    "yaml": ("  client_secret: {}", A * 2),
}


@pytest.mark.parametrize("secret", SECRETS.values(), ids=SECRETS)
def test_a_key_goes_and_what_stands_around_it_stays(secret: str) -> None:
    text, number = Redactor().redact(f"Before it.\n{secret}")
    assert secret not in text
    assert A not in text
    assert (text, number) == (f"Before it.\n{MARK}", 1)


@pytest.mark.parametrize(("frame", "secret"), FRAMED.values(), ids=FRAMED)
def test_only_the_secret_part_of_a_line_goes(frame: str, secret: str) -> None:
    text, number = Redactor().redact(frame.format(secret))
    assert (text, number) == (frame.format(MARK), 1)


@pytest.mark.parametrize(
    "text",
    [
        "The key hangs in the kitchen: third hook.",
        "token: the smallest unit that a model reads",
        "a password should be long, and https://example.org/a:b/@c is an address",
        "sk-1 is a road, and eyJ is how every JSON web token begins",
        "A hash such as 9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08 is no secret.",
        "#privately",
        "A basic understanding of xai-explainable-models, of secret_santa_lists and of gsk_",
        "The house at Other/Life/Private/Knee is not mine.",
    ],
)
def test_prose_stays_as_it_is(text: str) -> None:
    assert Redactor(("Life/Private",), ("private",)).redact(text) == (text, 0)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("See [[Life/Private/Knee surgery]].", f"See [[{MARK}]]."),
        ("See [[life/private/Knee|that note]].", f"See [[{MARK}|that note]]."),
        ("See [x](../Life/Private/Knee.md).", f"See [x](../{MARK})."),
        ("See obsidian://open?vault=V&file=Life%2FPrivate%2FKnee", f"See obsidian://open?vault=V&file={MARK}"),
        ("It is #private and #other.", f"It is {MARK} and #other."),
        ("It is #private/health.", f"It is {MARK}."),
    ],
)
def test_what_the_reader_calls_private_goes(text: str, expected: str) -> None:
    redactor = make_redactor(PrivateParams(("Life/Private",), ("private",), "private"))
    assert redactor.redact(text) == (expected, 1)


def test_a_private_folder_with_a_space_is_found_in_an_encoded_link() -> None:
    """Markdown links have no spaces, so editors write %20."""
    redactor = make_redactor(PrivateParams(("Very private",), (), ""))
    assert redactor.redact("[x](Very%20private/Knee.md)") == (f"[x]({MARK})", 1)


@given(st.text())
def test_redacting_twice_changes_nothing(text: str) -> None:
    redactor = Redactor(("Life/Private",), ("private",))
    once, _ = redactor.redact(text)
    assert redactor.redact(once) == (once, 0)


def test_the_whole_example_library_holds_no_false_alarm() -> None:
    """Nothing in the invented vault looks like a key, so nothing of it is taken out."""
    vault = Path(__file__).resolve().parents[2] / "examples" / "vault"
    texts = [path.read_text(encoding="utf-8", errors="replace") for path in sorted(vault.rglob("*.md"))]
    assert len(texts) > 50
    assert sum(Redactor().redact(text)[1] for text in texts) == 0
