import { Group, Tabs, VisuallyHidden } from '@mantine/core';

import type { EntryDetail } from '../../api/types.gen';
import { useSpeech } from '../../i18n/text';
import { Icon } from '../../ui/icons';
import { StatusBadge } from '../../ui/StatusBadge';
import { localeName } from '../../values/names';
import { nextOf, type Coming } from './times/coming';
import { useComing } from './times/useComing';
import { comingSaid } from './times/words';
import type { Lags } from './useLags';
import type { LocaleState, TranslationSet } from './useTranslations';

interface LocaleTabsProps {
  set: TranslationSet;
  /** What they are languages of; undefined until it is made. */
  parent: EntryDetail | undefined;
  locale: string;
  open: (locale: string) => void;
  /** Which of them are behind; missing where that is not told. */
  lags?: Lags;
}

/** The languages of the site, of which one is open. */
export function LocaleTabs({ set, parent, locale, open, lags }: LocaleTabsProps) {
  const { t } = useSpeech();
  const coming = useComing(parent);
  return (
    <Tabs value={locale} onChange={(next) => next && open(next)} aria-label={t('entry.translations')}>
      <Tabs.List>
        {set.locales.map((each) => (
          <Tabs.Tab key={each.locale} value={each.locale} {...(each.completeness ? { title: t('entry.completeness', { filled: each.completeness.filled, needed: each.completeness.needed }) } : {})}>
            <LocaleLabel state={each} open={each.locale === locale} coming={nextOf(coming, each.summary)} behind={lags?.of.has(each.locale) ? lags.source?.locale : undefined} />
          </Tabs.Tab>
        ))}
      </Tabs.List>
    </Tabs>
  );
}

interface LocaleLabelProps {
  state: LocaleState;
  open: boolean;
  coming: Coming | undefined;
  /** The language that has changed since. */
  behind: string | undefined;
}

function LocaleLabel({ state, open, coming, behind }: LocaleLabelProps) {
  const speech = useSpeech();
  const { t, language } = speech;
  const { locale, summary, detail, completeness } = state;
  const name = localeName(locale, language);
  if (!summary) return open ? name : t('entry.localeMissing', { locale: name });
  const share = completeness && completeness.filled < completeness.needed ? ` ${completeness.filled}/${completeness.needed}` : '';
  const later = behind === undefined ? undefined : t('entry.lagTab', { language: localeName(behind, language) });
  return (
    <Group gap={6} wrap="nowrap" title={later}>
      <StatusBadge status={detail?.entry.status ?? summary.status} of={`${name}${share}`} pending={detail?.hasDraft ?? summary.hasDraft} coming={coming && comingSaid(speech, coming)} />
      {later !== undefined && (
        <>
          <Icon name="history" size={14} />
          <VisuallyHidden>{later}</VisuallyHidden>
        </>
      )}
    </Group>
  );
}
