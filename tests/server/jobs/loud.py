"""A child process that sends more than its parent reads."""

from shengji.review.child import Messages, Send, be_child


def _flood(messages: Messages, send: Send) -> None:
    messages.get()
    while True:
        send(bytes(2**20))


if __name__ == "__main__":
    be_child(_flood)
