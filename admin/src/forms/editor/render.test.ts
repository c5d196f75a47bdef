// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest';

import { isSafeAddress, strangeElements } from './html';
import { mediaIn, rendered } from './render';

const parsed = (text: string) => {
  const place = document.createElement('div');
  place.innerHTML = rendered(text);
  return place;
};

describe('a preview runs nothing', () => {
  it.each([
    '<script>alert(1)</script>',
    '<img src=x onerror=alert(1)>',
    '<svg onload=alert(1)>',
    '<style>*{display:none}</style>',
    '[a](javascript:alert(1))',
    '[a](JaVaScRiPt:alert(1))',
    '[a](java\nscript:alert(1))',
    '[a](&#106;avascript:alert(1))',
    '[a](vbscript:x)',
    '[a](data:text/html,<script>)',
    '![a](javascript:alert(1))',
    '![a](data:image/svg+xml,x)',
    '<javascript:alert(1)>',
    '[a][b]\n\n[b]: javascript:alert(1)',
    '[a](https://x.example "\\" onmouseover=alert(1)")',
    '| a |\n|:-:|\n| b |',
  ])('%j', (text) => {
    const place = parsed(text);
    expect(place.querySelectorAll('script, style, svg, iframe, object')).toHaveLength(0);
    for (const element of place.querySelectorAll('*')) {
      for (const { name, value } of element.attributes) {
        expect(name).not.toMatch(/^on|^style$/);
        if (name === 'href' || name === 'src') expect(value).toMatch(/^(https?:|mailto:|tel:|[^:]*$)/);
      }
    }
  });
});

it('a preview shows what Markdown says, and links lead out of the application', () => {
  const place = parsed('# A\n\n**b** and https://x.example\n\n- c\n\n| d |\n|--:|\n| e |');
  expect([...place.querySelectorAll('h1, strong, li, th')].map((each) => each.textContent)).toEqual(['A', 'b', 'c', 'd']);
  expect(place.querySelector('a')?.getAttribute('rel')).toContain('noopener');
  expect(place.querySelector('td')?.getAttribute('align')).toBe('right');
});

it.each([
  ['https://x.example', true],
  ['/within', true],
  ['mailto:a@b.c', true],
  ['javascript:alert(1)', false],
  ['java\tscript:alert(1)', false],
  [' javascript:alert(1)', false],
  ['data:text/html,x', false],
])('a link to %j may be made: %s', (address, safe) => {
  expect(isSafeAddress(address)).toBe(safe);
});

it('what the rich text editor would drop is named', () => {
  expect(strangeElements('<p>a <strong>b</strong></p><ul><li>c</li></ul>')).toEqual([]);
  expect(strangeElements('<table><tbody><tr><td>a</td></tr></tbody></table><img src="x">')).toContain('table');
});

describe('a preview shows the files of the library', () => {
  const address = (id: string) => (id === 'a-1' ? { url: '/media/a-1/1/w960.jpg', width: 960, height: 640 } : undefined);

  it('by their addresses, with their size', () => {
    expect(rendered('![A boat](media:a-1)', address)).toBe('<p><img alt="A boat" src="/media/a-1/1/w960.jpg" width="960" height="640"></p>\n');
    expect(rendered('[Plan](media:a-1)', address)).toContain('href="/media/a-1/1/w960.jpg"');
  });

  it('nothing leads anywhere where there is none', () => {
    expect(rendered('![Gone](media:b-2)', address)).toBe('<p><img alt="Gone" data-missing=""></p>\n');
    expect(rendered('![a](media://x)', address)).not.toContain('<img');
  });

  it('they are asked for once each', () => {
    expect(mediaIn('![x](media:a-1) and [y](media:b-2)\n\n![z](media:a-1) `![c](media:c-3)` ![w](https://x.example/w.png)')).toEqual(['a-1', 'b-2']);
  });
});
