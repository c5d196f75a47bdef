// @vitest-environment happy-dom
import { expect, it } from 'vitest';

import { picturesIn } from './pictured';

const schema = {
  type: 'object',
  properties: {
    cover: { type: 'string', 'x-mcp-hint': 'media-image' },
    prices: { type: 'string', 'x-mcp-hint': 'media-file' },
    gallery: { type: 'array', items: { type: 'string', 'x-service-ref': 'media_assets' } },
    sheet: { type: 'array', 'x-mcp-hint': 'media-image', items: { type: 'string' } },
    body: { type: 'string', 'x-mcp-hint': 'markdown' },
    notes: { type: 'string', 'x-mcp-hint': 'richtext' },
    title: { type: 'string' },
  },
};

it.each([
  [{ cover: 'kettle' }, ['/cover kettle -']],
  [{ prices: 'list' }, []],
  [{ gallery: ['a', 'b'] }, ['/gallery/0 a -', '/gallery/1 b -']],
  [{ sheet: ['a'] }, ['/sheet/0 a -']],
  [{ title: '![](media:a)' }, []],
  [{ body: 'A ![](media:a "Tea") and ![A cup](</b c.png>)' }, ['/body a ""', '/body elsewhere "A cup"']],
  [{ body: '![ ](https://example.com/a.png)' }, ['/body elsewhere ""']],
  [{ body: '![a \\] b](media:a)' }, ['/body a "a \\\\] b"']],
  [{ body: '![][cup]\n\n[cup]: media:a' }, ['/body a ""']],
  [{ body: '\\![](media:a)\n\n    ![](media:b)' }, []],
  [{ body: '`![](media:a)`\n\n```md\none\n![](media:b)\n```\n\n![](media:c)' }, ['/body c ""']],
  [{ body: '```\none\ntwo\n```\n![](media:a)' }, ['/body a ""']],
  [{ body: 'The ` key.\n\n![](media:a)\n\nThe ` key again.' }, ['/body a ""']],
  [{ body: '~~~\n![](media:b)' }, []],
  [{ notes: '<p><img src="media:a"><img src="/b.png" alt="B"></p>' }, ['/notes a ""', '/notes elsewhere "B"']],
])('the pictures of %j', async (data, found) => {
  expect((await picturesIn({ schema }, data)).map(({ path, asset, alt }) => `/${path.join('/')} ${asset ?? 'elsewhere'} ${alt === undefined ? '-' : JSON.stringify(alt)}`)).toEqual(found);
});
