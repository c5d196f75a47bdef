/** A browser's storage, that holds so many characters. */
export function storage(capacity = Infinity): Storage {
  const kept: Record<string, string> = {};
  const own = {
    getItem: (key: string) => kept[key] ?? null,
    setItem: (key: string, text: string) => {
      const taken = Object.entries(kept).reduce((sum, [each, value]) => sum + (each === key ? 0 : value.length), 0);
      if (taken + text.length > capacity) throw new DOMException('full', 'QuotaExceededError');
      kept[key] = text;
    },
    removeItem: (key: string) => void Reflect.deleteProperty(kept, key),
  };
  return new Proxy(own, { ownKeys: () => Object.keys(kept), getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true }) }) as unknown as Storage;
}
