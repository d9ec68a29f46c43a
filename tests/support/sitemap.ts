/**
 * All of a shop's sitemap, in however many files it is.
 *
 * @param read the text at a path below the shop's address
 */
export async function readSitemap(read: (path: string) => Promise<string>): Promise<string> {
  const first = await read("/sitemap.xml");
  const files = [...first.matchAll(/\/sitemap\/\d+\.xml(?=<\/loc>)/g)].map(([path]) => path);
  return [first, ...(await Promise.all(files.map(read)))].join("\n");
}
