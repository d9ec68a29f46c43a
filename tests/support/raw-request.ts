import { connect } from "node:net";

export type RawAnswer = {
  /** Of the first answer; null when the connection was closed without one. */
  status: number | null;
  head: string;
  body: string;
  /** How many answers came on the connection. */
  answers: number;
};

type From = {
  port: number;
  /** Any address of this machine's loopback network: the service sees each as another client. */
  localAddress?: string;
  /** How long to listen. */
  withinMs?: number;
};

/** Sends bytes that no client library would send, and listens until the connection is closed. */
export function sendBytes(bytes: string | Buffer, { port, localAddress, withinMs = 30_000 }: From): Promise<RawAnswer> {
  return new Promise((resolve) => {
    const socket = connect({ host: "127.0.0.1", port, localAddress }, () => socket.write(bytes));
    let text = "";
    const done = () => resolve(parse(text));
    socket.setEncoding("latin1").on("data", (chunk) => (text += chunk));
    socket.on("error", done).on("close", done);
    setTimeout(() => socket.destroy(), withinMs).unref();
  });
}

function parse(text: string): RawAnswer {
  const [head = "", ...body] = text.replace(/^HTTP\/1\.1 100 Continue\r\n\r\n/, "").split("\r\n\r\n");
  const status = /^HTTP\/1\.1 (\d{3})/.exec(head)?.[1];
  return {
    status: status ? Number(status) : null,
    head,
    body: body.join("\r\n\r\n"),
    answers: text.match(/HTTP\/1\.1 [2-5]\d\d/g)?.length ?? 0,
  };
}
