import { ActionIcon, Button, Group, Menu } from '@mantine/core';
import { useState } from 'react';

import { findCollection, isAtLeast, useBootstrap } from '../../api/session';
import type { BinEntry } from '../../api/types.gen';
import { useSpeech } from '../../i18n/text';
import { collectionIcon } from '../../ui/collectionIcon';
import { Confirm } from '../../ui/Confirm';
import { Icon } from '../../ui/icons';
import { Row } from '../../ui/Rows';
import { deletionFacts, useBinnedTitle, useLanguages } from './binned';
import { useErase, useReturn } from './useReturn';

/** What was deleted at once, and the ways out of the bin. */
export function Deleted({ entry }: { entry: BinEntry }) {
  const speech = useSpeech();
  const { t, text } = speech;
  const { collections } = useBootstrap();
  const title = useBinnedTitle()(entry);
  const languages = useLanguages();
  const back = useReturn(entry, title);
  const own = findCollection(collections, entry.collection);
  const shown = findCollection(collections, entry.of?.collection ?? own?.translates?.parent ?? '') ?? own;
  const earlier = entry.parts.filter((part) => part.earlier);
  const facts = [
    text(shown?.title, t('bin.collectionGone')),
    languages(entry.parts.filter((part) => !part.earlier)),
    earlier.length > 0 ? t('bin.earlier', { languages: languages(earlier) }) : '',
    entry.locale && !entry.of ? t('bin.articleGone') : '',
    ...deletionFacts(entry, speech),
  ];
  return (
    <Row icon={collectionIcon(shown)} title={title} facts={facts}>
      <Group gap="xs" wrap="nowrap">
        <Button size="xs" variant="default" loading={back.isPending} disabled={!own} onClick={() => back.mutate(false)} aria-label={t('bin.returnOf', { title })}>
          {t('bin.return')}
        </Button>
        <More entry={entry} title={title} earlier={languages(earlier)} back={() => back.mutate(true)} />
      </Group>
    </Row>
  );
}

/** What else can be done. `earlier`: the languages that were deleted before the article was, which come back where that is asked for. */
function More({ entry, title, earlier, back }: { entry: BinEntry; title: string; earlier: string; back: () => void }) {
  const { t } = useSpeech();
  const { me } = useBootstrap();
  const languages = useLanguages();
  const [sure, ask] = useState(false);
  const erase = useErase(entry, () => ask(false));
  const isOwner = isAtLeast(me.role, 'owner');
  if (!isOwner && !earlier) return null;
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon variant="default" size={30} aria-label={t('bin.moreOf', { title })}>
            <Icon name="more" size={16} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {earlier && (
            <Menu.Item leftSection={<Icon name="language" />} onClick={back}>
              {t('bin.returnWith', { languages: earlier })}
            </Menu.Item>
          )}
          {isOwner && (
            <Menu.Item color="red" leftSection={<Icon name="trash" />} onClick={() => ask(true)}>
              {t('bin.erase')}
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
      <Confirm opened={sure} close={() => ask(false)} title={t('bin.eraseOf', { title })} action={t('bin.erase')} go={erase.go} pending={erase.pending} error={erase.failure}>
        {entry.parts.length > 0 ? `${t('bin.eraseWith', { languages: languages(entry.parts) })} ` : ''}
        {t('bin.eraseHint')}
      </Confirm>
    </>
  );
}
