import { connect, type Socket } from "node:net";

const [HEAD_END, LINE_END] = ["\r\n\r\n", "\r\n"];

/**
 * One connection, one request at a time. It reads as much of an answer as tells where that ends: whatever a client does beyond is
 * taken from the cores that the service is measured on.
 */
export class Connection {
  private readonly host: string;
  private readonly port: number;
  private socket: Socket | null = null;
  private settle: ((status: string) => void) | null = null;
  /** What came of the answer and was not read yet. */
  private held: Buffer = Buffer.alloc(0);
  private status = "";
  /** Bytes of the body, or of its chunk, that are still to come; null before the head, or before a chunk's size. */
  private left: number | null = null;
  private chunked = false;
  private last = false;

  constructor(host: string, port: number) {
    this.host = host;
    this.port = port;
  }

  /** The status of the answer once all of it is here; `closed` when the connection ended before. */
  send(request: string): Promise<string> {
    return new Promise((resolve) => {
      this.settle = resolve;
      this.opened().write(request);
    });
  }

  close(): void {
    this.socket?.destroy();
  }

  private opened(): Socket {
    if (this.socket) return this.socket;
    const socket = connect({ host: this.host, port: this.port, noDelay: true });
    socket.on("data", (data: Buffer) => this.read(data));
    socket.on("error", () => {});
    socket.on("close", () => {
      if (this.socket !== socket) return;
      this.begin();
      this.socket = null;
      this.done("closed");
    });
    this.socket = socket;
    return socket;
  }

  private done(status: string): void {
    const settle = this.settle;
    this.settle = null;
    settle?.(status);
  }

  private begin(): void {
    this.held = Buffer.alloc(0);
    this.left = null;
    this.status = "";
    this.last = false;
  }

  private read(data: Buffer): void {
    this.held = this.held.length > 0 ? Buffer.concat([this.held, data]) : data;
    if (this.status === "" && !this.readHead()) return;
    if (this.chunked ? !this.readChunks() : this.held.length < this.left!) return;
    const { status } = this;
    this.begin();
    this.done(status);
  }

  private readHead(): boolean {
    const end = this.held.indexOf(HEAD_END);
    if (end < 0) return false;
    const head = this.held.toString("latin1", 0, end);
    this.held = this.held.subarray(end + HEAD_END.length);
    this.status = head.slice(9, 12);
    this.chunked = /^transfer-encoding: *chunked/im.test(head);
    this.left = this.chunked ? null : Number(/^content-length: *(\d+)/im.exec(head)?.[1] ?? 0);
    return true;
  }

  /** Whether the last chunk has come: one without bytes, after which nothing else is sent. */
  private readChunks(): boolean {
    for (;;) {
      if (this.left === null) {
        const end = this.held.indexOf(LINE_END);
        if (end < 0) return false;
        const size = Number.parseInt(this.held.toString("latin1", 0, end), 16);
        this.held = this.held.subarray(end + LINE_END.length);
        this.last = size === 0;
        this.left = size + LINE_END.length;
      }
      if (this.held.length < this.left) {
        this.left -= this.held.length;
        this.held = this.held.subarray(this.held.length);
        return false;
      }
      this.held = this.held.subarray(this.left);
      this.left = null;
      if (this.last) return true;
    }
  }
}
