import { Text } from '@mantine/core';
import { useQueries } from '@tanstack/react-query';

import { releasesOfQuery } from '../../api/releases';
import type { NamedEntry } from '../../api/types.gen';
import { useSpeech } from '../../i18n/text';
import { LinkAnchor } from '../../ui/links';
import { timesOf, zone } from '../calendar/times';

/** The releases that an entry waits in, or an article with its words. */
export function InReleases({ entries }: { entries: readonly NamedEntry[] }) {
  const speech = useSpeech();
  const { t } = speech;
  const found = useQueries({ queries: entries.map(releasesOfQuery) }).flatMap(({ data }) => data ?? []);
  const releases = [...new Map(found.map((each) => [each.id, each])).values()];
  return releases.map(({ id, name, at, timeZone }) => (
    <Text key={id} size="sm" mb="xs">
      {t('releases.waitsIn')} <LinkAnchor to="/releases/$id" params={{ id }} inherit>{name}</LinkAnchor>
      {at !== null && ` · ${timesOf(speech, { at, timeZone: timeZone ?? zone }, zone)}`}
    </Text>
  ));
}
