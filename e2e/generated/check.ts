// What the scenarios share. They run in Node, in a page and in a worker.

/** Where a scenario runs, and against which site. */
export interface Place {
  /** Names the place in what is written. */
  readonly name: string
  readonly baseUrl: string
  /** The session of the owner; in browsers, the cookie is at hand. */
  readonly headers: Readonly<Record<string, string>>
}

export function equal(got: unknown, want: unknown, what: string): void {
  if (JSON.stringify(got) !== JSON.stringify(want)) throw new Error(`${what}: ${JSON.stringify(got)}, want ${JSON.stringify(want)}`)
}

/** rejection is what a promise was rejected with. */
export async function rejection(promise: Promise<unknown>): Promise<unknown> {
  try {
    await promise
  } catch (error) {
    return error
  }
  throw new Error('not rejected')
}

/** refusal is the code, the status and the path of a call that failed, which must have a request id where there was an answer. */
export async function refusal(promise: Promise<unknown>): Promise<unknown[]> {
  const error = await rejection(promise)
  const fault = error as { code?: string; status?: number; requestId?: string; diagnostic?: { path?: string } }
  if (!(error instanceof Error) || fault.code === undefined || (fault.status !== 0 && !fault.requestId)) throw error
  return [fault.code, fault.status, fault.diagnostic?.path]
}

interface Mismatch {
  readonly expected: string
  readonly actual: string
}

/** mismatches has a read tell of the fingerprints that it meets, twice. */
export async function mismatches(read: (onMismatch: (mismatch: Mismatch) => void) => () => Promise<unknown>): Promise<Mismatch[]> {
  const seen: Mismatch[] = []
  const again = read((mismatch) => seen.push(mismatch))
  await again()
  await again()
  return seen
}

/** meets checks that a module tells of a site with other manifests once, and one of its own manifests never. */
export async function meets(
  own: { readonly fingerprint: string },
  older: { readonly fingerprint: string },
  ownRead: (onMismatch: (mismatch: Mismatch) => void) => () => Promise<unknown>,
  olderRead: (onMismatch: (mismatch: Mismatch) => void) => () => Promise<unknown>,
): Promise<void> {
  equal(await mismatches(ownRead), [], 'the site that the module was made from')
  equal(await mismatches(olderRead), [{ expected: older.fingerprint, actual: own.fingerprint }], 'a newer site')
}
