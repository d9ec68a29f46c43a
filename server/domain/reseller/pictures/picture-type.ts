const isAt = (bytes: Buffer, at: number, text: string): boolean =>
  bytes.toString("latin1", at, at + text.length) === text;

/** What a drawing may begin with: a declaration, comments, a document type without definitions of its own. */
const DRAWING = /^\ufeff?\s*(<\?xml[^>]*\?>\s*)?(<!--[\s\S]*?-->\s*|<!DOCTYPE svg[^>[]*>\s*)*<svg[\s>]/i;

/**
 * What a picture is by its own first bytes, in our words: what its server calls it is never repeated. A drawing also has to
 * be called one, since it is only told by words. Null for everything else.
 */
export function pictureType(bytes: Buffer, called: string): string | null {
  if (isAt(bytes, 0, "\x89PNG\r\n\x1a\n")) return "image/png";
  if (isAt(bytes, 0, "\xff\xd8\xff")) return "image/jpeg";
  if (isAt(bytes, 0, "GIF87a") || isAt(bytes, 0, "GIF89a")) return "image/gif";
  if (isAt(bytes, 0, "RIFF") && isAt(bytes, 8, "WEBP")) return "image/webp";
  if (isAt(bytes, 0, "\0\0\x01\0")) return "image/x-icon";
  const isDrawing = called.toLowerCase() === "image/svg+xml" && DRAWING.test(bytes.toString("utf8", 0, 4_096));
  return isDrawing ? "image/svg+xml" : null;
}
