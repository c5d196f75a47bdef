import { ActionIcon, Anchor } from '@mantine/core';
import type { Editor } from '@tiptap/react';

import { useSpeech } from '../../i18n/text';
import { Icon } from '../../ui/icons';
import { isSafeAddress } from '../addresses';
import { cardAt, cardToText, textToCard } from '../cards';
import classes from '../Prose.module.css';
import { hrefOf } from './linkAt';

/** Where the link leads that somebody is in, and what can be done with it. */
export function LinkFacts({ editor, change }: { editor: Editor; change: () => void }) {
  const { t } = useSpeech();
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
      <ActionIcon size="sm" variant="subtle" color="gray" aria-label={t('prose.changeLink')} title={t('prose.changeLink')} onMouseDown={(event) => event.preventDefault()} onClick={change}>
        <Icon name="draft" size={14} />
      </ActionIcon>
      <ActionIcon size="sm" variant="subtle" color="gray" aria-label={t('prose.unlink')} title={t('prose.unlink')} onMouseDown={(event) => event.preventDefault()} onClick={() => unlink(editor)}>
        <Icon name="close" size={14} />
      </ActionIcon>
      {shown && (
        <ActionIcon
          size="sm"
          variant="subtle"
          color="gray"
          aria-label={t(shown === 'card' ? 'prose.cardToText' : 'prose.textToCard')}
          title={t(shown === 'card' ? 'prose.cardToText' : 'prose.textToCard')}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => (shown === 'card' ? cardToText : textToCard)(editor.view, from)}
        >
          <Icon name={shown === 'card' ? 'heading' : 'external'} size={14} />
        </ActionIcon>
      )}
    </>
  );
}

export const unlink = (editor: Editor) => void editor.chain().focus().extendMarkRange('link').unsetLink().run();
