/** The checksum of some bytes as the service writes it; undefined where the browser has none, which is outside HTTPS. */
export async function sha256(bytes: Blob): Promise<string | undefined> {
  if (!globalThis.isSecureContext) return undefined;
  const sum = await crypto.subtle.digest('SHA-256', await bytes.arrayBuffer());
  return Array.from(new Uint8Array(sum), (each) => each.toString(16).padStart(2, '0')).join('');
}
