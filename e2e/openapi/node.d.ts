// What the scripts use of Node, whose own types are not installed.
declare const process: { env: Record<string, string | undefined> };
declare module 'node:assert/strict' {
  function assert(value: unknown): asserts value;
  namespace assert {
    function equal(actual: unknown, expected: unknown): void;
  }
  export default assert;
}
