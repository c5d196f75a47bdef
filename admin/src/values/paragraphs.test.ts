import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { clashIn, mergedText, paragraphsOf, textChanges } from './paragraphs';
import { mergedData } from '../screens/entry/merge';

it.each(['', 'one', 'one\n\ntwo', 'one\n\n\n\ntwo\n', '<p>a</p><p>b</p>', '\n\none'])('paragraphs are the text again: %j', (text) => {
  expect(paragraphsOf(text).join('')).toBe(text);
});

describe('two people in one text', () => {
  const base = 'one\n\ntwo\n\nthree\n\nfour';
  it.each([
    ['each another paragraph', 'ONE\n\ntwo\n\nthree\n\nfour', 'one\n\ntwo\n\nthree\n\nFOUR', 'ONE\n\ntwo\n\nthree\n\nFOUR'],
    ['one adds, one changes', 'one\n\nnew\n\ntwo\n\nthree\n\nfour', 'one\n\ntwo\n\nTHREE\n\nfour', 'one\n\nnew\n\ntwo\n\nTHREE\n\nfour'],
    ['one removes, one changes', 'one\n\nthree\n\nfour', 'one\n\ntwo\n\nthree\n\nFOUR', 'one\n\nthree\n\nFOUR'],
    ['one adds at the end, one changes the last', `${base}\n\nnew`, 'one\n\ntwo\n\nthree\n\nFOUR', 'one\n\ntwo\n\nthree\n\nFOUR\n\nnew'],
    ['both the same', 'ONE\n\ntwo\n\nthree\n\nfour', 'ONE\n\ntwo\n\nthree\n\nfour', 'ONE\n\ntwo\n\nthree\n\nfour'],
    ['only they', base, 'x', 'x'],
    ['both one paragraph', 'ONE\n\ntwo\n\nthree\n\nfour', 'uno\n\ntwo\n\nthree\n\nfour', undefined],
    ['both add at one place', `${base}\n\nmine`, `${base}\n\ntheirs`, undefined],
    ['I remove what they change', 'one\n\nthree\n\nfour', 'one\n\nTWO\n\nthree\n\nfour', undefined],
  ])('%s', (_, mine, theirs, merged) => {
    expect(mergedText(base, mine, theirs)).toBe(merged);
    expect(mergedText(base, theirs, mine)).toBe(merged);
  });

  const story = 'It rains. We wait. It stops.\n\n- salt\n- tea\n- rice\n';
  it.each([
    ['each another sentence', story.replace('It rains', 'It pours'), story.replace('It stops', 'It ends'), story.replace('It rains', 'It pours').replace('It stops', 'It ends')],
    ['each another item of a list', story.replace('salt', 'sugar'), story.replace('rice', 'corn'), story.replace('salt', 'sugar').replace('rice', 'corn')],
    ['one adds a sentence, one changes another', story.replace('It rains.', 'It is May. It rains.'), story.replace('It stops', 'It ends'), story.replace('It rains', 'It is May. It rains').replace('It stops', 'It ends')],
    ['one removes a sentence, one changes another', story.replace('It rains. ', ''), story.replace('It stops', 'It ends'), story.replace('It rains. ', '').replace('It stops', 'It ends')],
    ['one adds a sentence at the end, one changes the last', story.replace('stops.', 'stops. We go.'), story.replace('It stops', 'It ends'), story.replace('It stops.', 'It ends. We go.')],
    ['one adds an item at the end, one changes the last', `${story}- soy\n`, story.replace('rice', 'corn'), `${story.replace('rice', 'corn')}- soy\n`],
    ['both one sentence', story.replace('wait', 'sleep'), story.replace('We', 'They'), undefined],
    ['I remove the sentence that they change', story.replace('We wait. ', ''), story.replace('wait', 'sleep'), undefined],
    ['both add a sentence at one place', story.replace('It stops.', 'It stops. I go.'), story.replace('It stops.', 'It stops. They go.'), undefined],
    ['one makes two paragraphs of it, one changes a word', story.replace('We', '\n\nWe'), story.replace('wait', 'sleep'), undefined],
  ])('in one paragraph: %s', (_, mine, theirs, merged) => {
    expect(mergedText(story, mine, theirs)).toBe(merged);
    expect(mergedText(story, theirs, mine)).toBe(merged);
  });

  it('in Chinese, and in HTML', () => {
    expect(mergedText('下雨了。我們等。雨停了。', '下大雨了。我們等。雨停了。', '下雨了。我們等。雨過了。')).toBe('下大雨了。我們等。雨過了。');
    expect(mergedText('<p>It rains. We wait.</p>', '<p>It <b>pours</b>. We wait.</p>', '<p>It rains. We sleep.</p>')).toBe('<p>It <b>pours</b>. We sleep.</p>');
  });

  it.each([
    ['two paragraphs are joined that the other one shortens', 'It rains.\n\nWe wait.\n\nEnd.', 'It rains. We wait.\n\nEnd.', 'It pours.\n\nEnd.'],
    ['a row comes under columns that the other one swaps', '|a|b|\n|-|-|\n|1|2|', '|a|b|\n|-|-|\n|1|2|\n|5|6|', '|b|a|\n|-|-|\n|2|1|'],
    ['both change one row, in other sentences of it', '| It rains. We wait. | a |', '| It pours. We wait. | a |', '| It rains. We sleep. | a | b |'],
  ])('somebody is asked where %s', (_, was, mine, theirs) => {
    expect([mergedText(was, mine, theirs), mergedText(was, theirs, mine)]).toEqual([undefined, undefined]);
    expect([mergedText(was, mine, theirs, 'mine'), mergedText(was, mine, theirs, 'theirs')]).toEqual([mine, theirs]);
  });

  it('a text of many paragraphs is put together', () => {
    const parts = Array.from({ length: 1500 }, (_, i) => `It is ${i}.`);
    const [mine, theirs] = [parts.with(3, 'Mine.'), parts.with(1400, 'Theirs.')];
    expect(mergedText(parts.join('\n\n'), mine.join('\n\n'), theirs.join('\n\n'))).toBe(mine.with(1400, 'Theirs.').join('\n\n'));
  });

  it('wherever its lines are wrapped, as the editor writes what was edited in one line', () => {
    const was = 'It rains, and we\nwait. It stops\nsoon.\nWe go.\n';
    expect(mergedText(was, 'It pours, and we wait. It stops soon. We go.\n', 'It rains, and we wait. It stops soon. They go.\n')).toBe('It pours, and we wait. It stops soon. They go.\n');
    const code = '```\nlet a = 1\nlet b = 2\nlet c = 3\n```\n';
    expect(mergedText(code, code.replace('1', '7'), code.replace('3', '9'))).toBe(code.replace('1', '7').replace('3', '9'));
    const broken = 'It rains.  \nWe wait.\nIt stops.';
    expect(mergedText(broken, broken.replace('  ', ''), broken.replace('stops', 'ends'))).toBe('It rains.\nWe wait.\nIt ends.');
  });

  it('where a sentence clashes, its paragraph is taken whole', () => {
    const [mine, theirs] = [story.replace('We wait', 'I wait'), story.replace('We wait', 'They wait').replace('It stops', 'It ends')];
    expect(mergedText(story, mine, theirs, 'mine')).toBe(mine);
    expect(mergedText(story, mine, theirs, 'theirs')).toBe(theirs);
  });

  const kilns = 'It rains. We wait. It stops.';
  it.each([
    ['the sentence that clashes', kilns, kilns.replace('We', 'I'), kilns.replace('We', 'They'), 'It rains. They wait. I wait. It stops.'],
    ['what only one changed is as they have it', kilns, kilns.replace('We', 'I').replace('stops', 'ends'), kilns.replace('We', 'They'), 'It rains. They wait. I wait. It ends.'],
    ['the last one', `${kilns}\n\nEnd.`, `${kilns.replace('stops', 'ends')}\n\nEnd.`, `${kilns.replace('stops', 'goes on')}\n\nEnd.`, 'It rains. We wait. It goes on. It ends.\n\nEnd.'],
    ['what one of them took out', kilns, kilns.replace('We wait. ', ''), kilns.replace('We', 'They'), 'It rains. They wait. It stops.'],
    ['what both add', kilns, `${kilns} I go.`, `${kilns} They go.`, `${kilns} They go. I go.`],
    ['in lines that are wrapped', 'It rains, and we\nwait. It stops.', 'It rains, and I\nwait. It stops.', 'It rains, and they wait. It stops.', 'It rains, and they wait. It rains, and I\nwait. It stops.'],
    ['in what is bold', '**It rains. We wait.**', '**It rains. I wait.**', '**It rains. They wait.**', '**It rains. They wait. I wait.**'],
    ['in Chinese', '下雨了。我們等。雨停了。', '下雨了。我等。雨停了。', '下雨了。他們等。雨停了。', '下雨了。他們等。我等。雨停了。'],
    ['an item of a list', '- salt\n- tea\n- rice\n', '- sugar\n- tea\n- rice\n', '- honey\n- tea\n- corn\n', '- honey\n- sugar\n- tea\n- corn\n'],
    ['in HTML', '<p>It rains. We wait.</p>', '<p>It rains. I wait.</p>', '<p>It rains. They wait.</p>', '<p>It rains. They wait. I wait.</p>'],
    ['an item in HTML', '<ul><li>salt</li><li>tea</li></ul>', '<ul><li>sugar</li><li>tea</li></ul>', '<ul><li>honey</li><li>tea</li></ul>', '<ul><li>honey</li><li>sugar</li><li>tea</li></ul>'],
  ])('where both are kept, what they share is there once: %s', (_, base, mine, theirs, both) => {
    expect(mergedText(base, mine, theirs)).toBeUndefined();
    expect(mergedText(base, mine, theirs, 'each')).toBe(both);
  });

  it.each([
    ['shares nothing', 'It rains.', 'It pours.', 'It ends.'],
    ['shares nothing in HTML', '<p>It rains.</p>', '<p>It pours.</p>', '<p>It ends.</p>'],
    ['is bold over sentences', 'It **rains. We** wait. End.', 'It **rains. I** wait. End.', 'It **rains. They** wait. End.'],
    ['is a link over sentences', '<p><a href="/a">It rains. We wait.</a></p>', '<p><a href="/a">It rains. I wait.</a></p>', '<p><a href="/a">It rains. They wait.</a></p>'],
    ['is code', '```\na\nb\n```', '```\nx\nb\n```', '```\ny\nb\n```'],
    ['has columns', '|a|b|\n|-|-|\n|1|2|', '|a|b|\n|-|-|\n|1|3|', '|a|b|\n|-|-|\n|1|4|'],
  ])('where both are kept, a paragraph is there twice that %s', (_, base, mine, theirs) => {
    const both = mergedText(base, mine, theirs, 'each') ?? '';
    expect(both.replace(/\n\n/, '')).toBe(`${theirs}${mine}`);
  });

  it('where they clash first is told, in the text of the one', () => {
    expect(clashIn(story, story.replace('salt', 'sugar'), story.replace('rain', 'pour'))).toBeUndefined();
    expect(clashIn('one\n\ntwo', 'one\n\ntwo!', 'ONE\n\ntwo?')).toBe(5);
    expect(clashIn(story, `Soon.\n\n${story.replace('salt', 'sugar')}`, story.replace('salt', 'honey'))).toBe(story.indexOf('- salt') + 7);
  });

  it.each(['\n\n', ' ', '\n'])('no word of either is lost where both are kept, with %j between', (between) => {
    let seed = 7;
    const random = (n: number) => (seed = (seed * 1103515245 + 12345) % 2 ** 31) % n;
    for (let round = 0; round < 300; round++) {
      const was = Array.from({ length: 2 + random(8) }, (_, i) => `It is ${i}`);
      const edit = (name: string) => was.map((each, i) => (random(4) === 0 ? `${each} ${name}${round}-${i}` : each));
      const joined = (parts: string[]) => parts.map((each) => `${each}.`).join(between);
      const [mine, theirs] = [edit('a'), edit('b')];
      const merged = mergedText(joined(was), joined(mine), joined(theirs));
      const clashes = was.some((each, i) => mine[i] !== each && theirs[i] !== each);
      expect(merged === undefined).toBe(clashes);
      if (merged === undefined) continue;
      for (const word of [...mine, ...theirs].join(' ').split(' ').filter((each) => each.includes('-'))) expect(merged.split(/[ .\n]/)).toContain(word);
    }
  });
});

it('what is put together has what either wrote, and nothing that either took out', () => {
  type Act = 'keep' | 'change' | 'remove' | 'follow' | 'lead' | 'join' | 'split';
  const act = fc.constantFrom<Act>('keep', 'keep', 'keep', 'keep', 'change', 'remove', 'follow', 'lead', 'join', 'split');
  const sentences = fc.array(fc.record({ mine: act, theirs: act, end: fc.constantFrom(' ', '\n', '\n\n') }), { maxLength: 12 });
  const written = (acts: readonly Act[], ends: readonly string[], side: string) => {
    const by: Record<Act, (i: number) => string[]> = {
      keep: (i) => [`It is w${i}.`], change: (i) => [`It is ${side}${i}.`], remove: () => [], follow: (i) => [`It is w${i}.`, `And ${side}${i}.`], lead: (i) => [`And ${side}${i}.`, `It is w${i}.`],
      join: (i) => [`It is w${i}.`], split: (i) => [`It is w${i}.`],
    };
    const endOf = (each: Act, i: number) => ({ join: ' ', split: '\n\n' })[each as string] ?? ends[i];
    return acts.map((each, i) => by[each](i).map((sentence) => `${sentence}${endOf(each, i)}`).join('')).join('');
  };
  const wordsOf = (text: string): string[] => text.match(/[wmt]\d+/g) ?? [];
  fc.assert(
    fc.property(sentences, (found) => {
      const ends = found.map(({ end }) => end);
      const base = written(found.map(() => 'keep'), ends, 'w');
      const mine = written(found.map((each) => each.mine), ends, 'm');
      const theirs = written(found.map((each) => each.theirs), ends, 't');
      const merged = mergedText(base, mine, theirs);
      expect(mergedText(base, theirs, mine) === undefined).toBe(merged === undefined);
      const [was, own, other] = [wordsOf(base), wordsOf(mine), wordsOf(theirs)];
      const each = wordsOf(mergedText(base, mine, theirs, 'each') ?? '');
      expect(each).toEqual(expect.arrayContaining([...own, ...other].filter((word) => !was.includes(word))));
      if (merged === undefined) return;
      const kept = was.filter((word) => own.includes(word) && other.includes(word));
      expect(wordsOf(merged).sort()).toEqual([...kept, ...[...own, ...other].filter((word) => !was.includes(word))].sort());
    }),
    { numRuns: 3000 },
  );
});

it('fields are put together, and texts by paragraph', () => {
  const base = { title: 'a', body: 'one\n\ntwo', stars: 1 };
  expect(mergedData(base, { ...base, title: 'b', body: 'ONE\n\ntwo' }, { ...base, body: 'one\n\nTWO', stars: 2 })).toEqual({ title: 'b', body: 'ONE\n\nTWO', stars: 2 });
  expect(mergedData(base, { ...base, title: 'b' }, { ...base, title: 'c' })).toBeUndefined();
  expect(mergedData(base, { title: 'a', body: base.body }, { ...base, title: 'c' })).toEqual({ title: 'c', body: base.body });
});

describe('a text changes where it has to', () => {
  it.each([
    ['in a word', 'one\ntwo\nthree', 'one\ntwice\nthree', [{ from: 6, to: 7, insert: 'ice' }]],
    ['above and below', 'one\ntwo\nthree', 'ONE\ntwo\nthree!', [{ from: 0, to: 3, insert: 'ONE' }, { from: 13, to: 13, insert: '!' }]],
    ['a line comes', 'one\ntwo', 'one\nnew\ntwo', [{ from: 4, to: 4, insert: 'new\n' }]],
    ['a line goes', 'one\nnew\ntwo', 'one\ntwo', [{ from: 4, to: 8, insert: '' }]],
    ['nowhere', 'one', 'one', []],
  ])('%s', (_, before, after, changes) => {
    expect(textChanges(before, after)).toEqual(changes);
  });

  it('and is the other one then', () => {
    const text = fc.array(fc.constantFrom('a', 'b', 'ab', '\n', 'b\n'), { maxLength: 12 }).map((parts) => parts.join(''));
    fc.assert(
      fc.property(text, text, (before, after) => {
        const changed = textChanges(before, after).reduceRight((now, { from, to, insert }) => now.slice(0, from) + insert + now.slice(to), before);
        expect(changed).toBe(after);
      }),
    );
  });
});
