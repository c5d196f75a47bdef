interface Wanted<T> {
  found: (value: T | null) => void;
  failed: (error: unknown) => void;
}

/** Asks for things by their ids: those that are wanted within a moment together, at most so many at once. null where there is none. */
export function batched<T extends { id: string }>(ask: (ids: readonly string[]) => Promise<readonly T[]>, most: number): (id: string) => Promise<T | null> {
  let wanted = new Map<string, Wanted<T>[]>();
  const send = async (all: [string, Wanted<T>[]][]) => {
    try {
      const answer = await ask(all.map(([id]) => id));
      const byId = new Map(answer.map((each) => [each.id, each]));
      for (const [id, each] of all) each.forEach(({ found }) => found(byId.get(id) ?? null));
    } catch (error) {
      for (const [, each] of all) each.forEach(({ failed }) => failed(error));
    }
  };
  const flush = () => {
    const all = [...wanted];
    wanted = new Map();
    for (let i = 0; i < all.length; i += most) void send(all.slice(i, i + most));
  };
  return (id) =>
    new Promise((found, failed) => {
      if (wanted.size === 0) setTimeout(flush);
      wanted.set(id, [...(wanted.get(id) ?? []), { found, failed }]);
    });
}
