"""Addresses of services, and how a message is made to fit: without a server."""

import pytest

from notices.outside import is_address
from notices.services import ROBOTS, address_is_of, fitted
from notices.states import Service

KEY = "0a1b2c3d-4e5f-6071"
OWN = {
    Service.WECOM: f"https://qyapi.weixin.qq.com/cgi-bin/webhook/send?key={KEY}",
    Service.DINGTALK: "https://oapi.dingtalk.com/robot/send?access_token=0a1b2c3d4e5f",
    Service.FEISHU: f"https://open.feishu.cn/open-apis/bot/v2/hook/{KEY}",
    Service.SERVERCHAN: "https://sctapi.ftqq.com/SCT123456Tabcdef.send",
}


def test_every_service_knows_its_own_addresses_and_no_other():
    assert set(OWN) == set(ROBOTS)
    for service, address in OWN.items():
        fitting = {of for of in OWN if address_is_of(of, address, private=False)}
        assert fitting == {service}
        assert not address_is_of(service, address.replace("https:", "http:"), private=False)
        assert address_is_of(service, address.replace("https:", "http:"), private=True)
        assert address_is_of(service, "http://127.0.0.1:8000/robot", private=True)
        assert not address_is_of(service, "http://127.0.0.1:8000/robot", private=False)


@pytest.mark.parametrize(
    "address",
    [
        "", "example.org", "//example.org/x", "ftp://example.org/x", "https://", "https://a b/x", "https://a\nb/x",
        "https://user:password@example.org/x", "https://example.org:0/x", "https://example.org:99999/x",
        "https://[::1/x", "javascript:alert(1)",
    ],
)  # fmt: skip
def test_what_is_no_address_of_anything(address):
    assert not is_address(address, private=False)


def test_address_of_a_program_is_anything_by_https():
    address = "https://screen.example.org:8443/hook?from=us"
    assert is_address(address, private=False)
    assert [is_address(address.replace("https", "http"), private=private) for private in (False, True)] == [False, True]


@pytest.mark.parametrize("most", [60, 100, 200, 2048])
@pytest.mark.parametrize("lines", [[], ["短"], ["长" * 900], ["第一行"] * 300, ["a" * 50, "b" * 50]], ids=str)
def test_fitted_text_keeps_its_link(lines, most):
    link = "https://example.org/e/s/"
    text = "\n".join([*lines, link])
    short = fitted(text, most)
    assert len(short.encode()) <= most
    assert short.endswith(link)
    assert short == text or "…" in short
