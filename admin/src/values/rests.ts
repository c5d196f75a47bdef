/**
 * When what is typed goes on, in milliseconds (decision 233). A text tells its form when nobody types for `pause`, and else behind the
 * first key after `longest` (decision 356). What is told begins the pause of `saved` anew. That is longer than both together, so that nothing is saved under the
 * hands of who types on, until `longest`. Each of these has the whole page shown anew, which a key must not wait for often.
 */
export const rests = { told: { pause: 250, longest: 1400 }, saved: { pause: 1900, longest: 10_000 } } as const;
