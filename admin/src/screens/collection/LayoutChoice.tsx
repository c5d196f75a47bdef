import { SegmentedControl, VisuallyHidden } from '@mantine/core';

import type { Collection } from '../../api/types.gen';
import { useSpeech } from '../../i18n/text';
import { layoutOf, layoutsOf, saveLayout, type Layout } from '../../lists/layout';
import type { ListSearch, Narrow } from '../../lists/search';
import { Icon, type IconName } from '../../ui/icons';

const icons: Record<Layout, IconName> = { table: 'table', gallery: 'media' };

/** Chooses how a list is laid out. The choice is in the address, and kept for the next time. */
export function LayoutChoice({ collection, search, narrow }: { collection: Collection; search: ListSearch; narrow: Narrow }) {
  const { t } = useSpeech();
  const offered = layoutsOf(collection);
  if (offered.length < 2) return null;
  const choose = (value: string) => {
    const layout = offered.find((each) => each === value) ?? 'table';
    saveLayout(collection, layout);
    narrow({ layout });
  };
  return (
    <SegmentedControl
      size="xs"
      aria-label={t('layout.label')}
      value={layoutOf(search, collection)}
      onChange={choose}
      data={offered.map((value) => ({
        value,
        label: (
          <span title={t(`layout.${value}`)}>
            <Icon name={icons[value]} />
            <VisuallyHidden>{t(`layout.${value}`)}</VisuallyHidden>
          </span>
        ),
      }))}
    />
  );
}
