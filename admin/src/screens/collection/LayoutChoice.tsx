import { ActionIcon } from '@mantine/core';

import type { Collection } from '../../api/types.gen';
import { useSpeech } from '../../i18n/text';
import { layoutOf, layoutsOf, type Layout } from '../../lists/layout';
import type { ListSearch, Narrow } from '../../lists/search';
import { Icon, type IconName } from '../../ui/icons';

/** How each layout looks, as a sign. */
export const layoutIcons: Record<Layout, IconName> = { table: 'table', gallery: 'media', calendar: 'calendar' };

/** Chooses how a list is laid out. */
export function LayoutChoice({ collection, search, narrow }: { collection: Collection; search: ListSearch; narrow: Narrow }) {
  const { t } = useSpeech();
  const offered = layoutsOf(collection);
  if (offered.length < 2) return null;
  const current = layoutOf(search, collection);
  return (
    <div role="group" aria-label={t('layout.label')} style={{ display: 'flex', gap: 4 }}>
      {offered.map((each) => (
        <ActionIcon key={each} variant={each === current ? 'light' : 'subtle'} color={each === current ? 'accent' : 'gray'} aria-pressed={each === current} aria-label={t(`layout.${each}`)} title={t(`layout.${each}`)} onClick={() => narrow({ layout: each })}>
          <Icon name={layoutIcons[each]} />
        </ActionIcon>
      ))}
    </div>
  );
}
