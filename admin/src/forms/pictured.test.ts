// @vitest-environment happy-dom
import { expect, it } from 'vitest';

import { picturesIn } from './pictured';

const schema = {
  type: 'object',
  properties: {
    cover: { type: 'string', 'x-mcp-hint': 'media-image' },
    prices: { type: 'string', 'x-mcp-hint': 'media-file' },
    gallery: { type: 'array', items: { type: 'string', 'x-service-ref': 'media_assets' } },
    body: { type: 'string', 'x-mcp-hint': 'markdown' },
    notes: { type: 'string', 'x-mcp-hint': 'richtext' },
    title: { type: 'string' },
  },
};

it.each([
  [{ cover: 'kettle' }, ['/cover kettle ']],
  [{ prices: 'list' }, []],
  [{ gallery: ['a', 'b'] }, ['/gallery/0 a ', '/gallery/1 b ']],
  [{ title: '![](media:a)' }, []],
  [{ body: 'A ![](media:a "Tea") and ![A cup](</b c.png>)' }, ['/body a ', '/body undefined A cup']],
  [{ body: '![ ](https://example.com/a.png)' }, ['/body undefined ']],
  [{ body: '![a \\] b](media:a)' }, ['/body a a \\] b']],
  [{ body: '`![](media:a)`\n\n```md\n![](media:b)\n```\n\n![](media:c)' }, ['/body c ']],
  [{ body: '~~~\n![](media:b)' }, []],
  [{ notes: '<p><img src="media:a"><img src="/b.png" alt="B"></p>' }, ['/notes a ', '/notes undefined B']],
])('the pictures of %j', (data, found) => {
  expect(picturesIn({ schema }, data).map(({ path, asset, alt }) => `/${path.join('/')} ${asset} ${alt}`)).toEqual(found);
});
