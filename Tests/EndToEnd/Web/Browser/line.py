"""A connection that can be cut, and waiting for what follows."""
import socket
import threading
import time


class Line:
    """A TCP connection to the server that can be cut, lose what the server answers, or hold it back."""

    def __init__(self, target):
        host, port = target.rsplit(":", 1)
        self.target = (host, int(port))
        self.state = "open"
        # First lines of the requests that were refused.
        self.refused = []
        self.sockets = set()
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.port = self.listener.getsockname()[1]
        threading.Thread(target=self.accept, daemon=True).start()

    def accept(self):
        while True:
            client, _ = self.listener.accept()
            if self.state == "busy":
                threading.Thread(target=self.refuse, args=(client,), daemon=True).start()
                continue
            if self.state not in ("open", "held"):
                client.close()
                continue
            upstream = socket.create_connection(self.target)
            self.sockets |= {client, upstream}
            threading.Thread(target=self.pump, args=(client, upstream, False), daemon=True).start()
            threading.Thread(target=self.pump, args=(upstream, client, True), daemon=True).start()

    def refuse(self, client):
        """As a proxy that admits only so many requests in a time."""
        try:
            self.refused.append(client.recv(65536).split(b"\r\n")[0].decode())
            head = f"HTTP/1.1 429 Too Many Requests\r\nRetry-After: {self.seconds}\r\n"
            client.sendall(f"{head}Content-Length: 0\r\nConnection: close\r\n\r\n".encode())
        except OSError:
            pass
        client.close()

    def pump(self, source, sink, is_answer):
        try:
            while data := source.recv(65536):
                while is_answer and self.state == "held":
                    time.sleep(0.02)
                if not (is_answer and self.state == "deaf"):
                    sink.sendall(data)
        except OSError:
            pass
        for end in (source, sink):
            try:
                end.shutdown(socket.SHUT_RDWR)
            except OSError:
                pass
            self.sockets.discard(end)

    def cut(self):
        self.state = "cut"
        for end in list(self.sockets):
            try:
                end.shutdown(socket.SHUT_RDWR)
            except OSError:
                pass

    def refuse_all(self, seconds):
        """Answers every request with 429 and this time."""
        self.cut()
        self.seconds = seconds
        self.state = "busy"

    def hold(self):
        self.state = "held"

    def restore(self):
        self.state = "open"


def until(what, check, seconds=30):
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        result = check()
        if result:
            return result
        time.sleep(0.1)
    raise AssertionError(f"not in time: {what}")


def served(page):
    """Waits until the service worker serves the page."""
    assert page.evaluate("""async () => {
      const worker = navigator.serviceWorker;
      const late = new Promise((end) => setTimeout(end, 30_000, "late"));
      while (!worker.controller) {
        const change = new Promise((end) => worker.addEventListener("controllerchange", end, { once: true }));
        if (await Promise.race([change, late]) === "late") return false;
      }
      return true;
    }"""), "no service worker serves the page"
