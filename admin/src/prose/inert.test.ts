import { expect, it } from 'vitest';

import { inert } from './inert';

it.each([
  ['a style stays readable', '<p style="color:red" id=a>x</p>', '<p data-style="color:red" id=a>x</p>'],
  ['however it is written', `<p\nSTYLE = 'a:b'><b/style=x>y`, `<p\ndata-style = 'a:b'><b/data-style=x>y`],
  ['words are no attributes', '<p title="a > b style=c">style="x" and 1 < 2</p>', '<p title="a > b style=c">style="x" and 1 < 2</p>'],
  ['behind a bracket in quotes, too', '<p title="a>b" style="c">', '<p title="a>b" data-style="c">'],
  ['elements of styles and scripts go', 'a<style media=x>p{}</style >b<script>"<p style=c>"</script>c', 'abc'],
  ['up to the end, if they do not end', 'a<style>p{}', 'a'],
  ['comments stay', '<!-- <p style="x"> --><p>', '<!-- <p style="x"> --><p>'],
  ['to the end, too', 'a<!-- <p style=x>', 'a<!-- <p style=x>'],
  ['a tag without an end is none', 'a<p style="x', 'a'],
  ['an empty value', '<p style=>x', '<p data-style=>x'],
  ['twice', '<p style="a" style="b">', '<p data-style="a" data-style="b">'],
])('%s', (_, given, wanted) => expect(inert(given)).toBe(wanted));

it('takes no longer than a text is long', () => {
  const start = performance.now();
  for (const each of ['<a "', '<a x="', '<style', '<!--', '<']) inert(each.repeat(100_000));
  expect(performance.now() - start).toBeLessThan(2000);
});
