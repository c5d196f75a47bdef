import { Anchor } from '@mantine/core';
import type { Editor } from '@tiptap/react';

import { isSafeAddress } from '../addresses';
import { cardAt, cardToText, showTitle, textToCard, type CardWords } from '../cards';
import classes from '../Prose.module.css';
import { Act } from './Act';
import { hrefOf } from './linkAt';

/** Where the link leads that somebody is in, and what can be done with it. */
export function LinkFacts({ editor, change, read }: { editor: Editor; change: () => void; read: CardWords['read'] }) {
  const href = hrefOf(editor);
  const { from } = editor.state.selection;
  const shown = cardAt(editor.state, from);
  const opens = isSafeAddress(href) && !href.startsWith('media:');
  return (
    <>
      {opens ? (
        <Anchor size="xs" href={href} target="_blank" rel="noreferrer" className={classes['href'] ?? ''}>
          {href}
        </Anchor>
      ) : (
        <span className={classes['href']}>{href}</span>
      )}
      <Act name="prose.changeLink" icon="draft" run={change} />
      <Act name="prose.unlink" icon="close" run={() => unlink(editor)} />
      {shown === 'card' && <Act name="prose.cardShow" icon="article" run={() => void showTitle(editor.view, from, read)} />}
      {shown && shown !== 'link' && <Act name="prose.cardToText" icon="heading" run={() => cardToText(editor.view, from)} />}
      {shown === 'link' && <Act name="prose.textToCard" icon="external" run={() => textToCard(editor.view, from)} />}
    </>
  );
}

export const unlink = (editor: Editor) => void editor.chain().focus().extendMarkRange('link').unsetLink().run();
