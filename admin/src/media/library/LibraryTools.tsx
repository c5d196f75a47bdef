import { Checkbox, Group, SegmentedControl, Select } from '@mantine/core';

import { mediaTypes } from '../../api/media';
import { useBootstrap } from '../../api/session';
import { useSpeech } from '../../i18n/text';
import { SearchBox } from '../../lists/SearchBox';
import type { LibrarySearch, NarrowLibrary } from './filter';

interface ToolsProps {
  search: LibrarySearch;
  narrow: NarrowLibrary;
  /** What is decided elsewhere, and not to be changed. */
  fixed?: { purpose?: boolean; type?: boolean };
}

/** What narrows the library, and how it is shown. */
export function LibraryTools({ search, narrow, fixed = {} }: ToolsProps) {
  const { t } = useSpeech();
  const { purposes } = useBootstrap().site.media;
  const clearButtonProps = { 'aria-label': t('action.clear') };
  return (
    <Group gap="sm" mb="sm">
      <SearchBox label={t('media.search')} term={search.q ?? ''} search={(q) => narrow({ q: q || undefined })} />
      {!fixed.purpose && purposes.length > 1 && (
        <Select
          w={170}
          clearable
          clearButtonProps={clearButtonProps}
          aria-label={t('media.byPurpose')}
          placeholder={t('media.anyPurpose')}
          data={purposes.map(({ name }) => name)}
          value={search.purpose ?? null}
          onChange={(purpose) => narrow({ purpose: purpose ?? undefined })}
        />
      )}
      {!fixed.type && (
        <Select
          w={140}
          clearable
          clearButtonProps={clearButtonProps}
          aria-label={t('media.byType')}
          placeholder={t('media.anyType')}
          data={mediaTypes.map((value) => ({ value, label: t(`media.type.${value}`) }))}
          value={search.type ?? null}
          onChange={(type) => narrow({ type: type ?? undefined })}
        />
      )}
      <Checkbox label={t('media.onlyUnused')} checked={search.unused ?? false} onChange={(event) => narrow({ unused: event.currentTarget.checked || undefined })} />
      <SegmentedControl
        ml="auto"
        size="xs"
        aria-label={t('media.shownAs')}
        data={[
          { value: 'grid', label: t('media.grid') },
          { value: 'list', label: t('media.list') },
        ]}
        value={search.list ? 'list' : 'grid'}
        onChange={(form) => narrow({ list: form === 'list' || undefined })}
      />
    </Group>
  );
}
