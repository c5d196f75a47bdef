import { List, Text } from '@mantine/core';

import { useBootstrap, withTranslations } from '../../api/session';
import type { AssetUse } from '../../api/types.gen';
import { useSpeech } from '../../i18n/text';
import { LinkAnchor } from '../../ui/links';

/** Entries that use an asset; each leads to it. `count`: how many there are, with those that are not named. */
export function UseList({ uses, count = uses.length }: { uses: readonly AssetUse[]; count?: number }) {
  const { t, text, plural } = useSpeech();
  const collections = withTranslations(useBootstrap().collections);
  return (
    <List size="sm" listStyleType="none">
      {uses.map(({ collection, entryId, title }) => (
        <List.Item key={`${collection}/${entryId}`}>
          <LinkAnchor to="/c/$collection/$id" params={{ collection, id: entryId }} inherit>
            {title || t('value.untitled')}
          </LinkAnchor>
          <Text span inherit c="dimmed" ml={8}>
            {text(collections.find(({ name }) => name === collection)?.title, collection)}
          </Text>
        </List.Item>
      ))}
      {count > uses.length && <List.Item c="dimmed">{plural('bulk.more', count - uses.length)}</List.Item>}
    </List>
  );
}
