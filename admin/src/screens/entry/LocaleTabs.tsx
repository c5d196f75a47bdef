import { Tabs } from '@mantine/core';

import type { EntryDetail } from '../../api/types.gen';
import { useSpeech } from '../../i18n/text';
import { StatusBadge } from '../../ui/StatusBadge';
import { localeName } from '../../values/names';
import { nextOf, type Coming } from './times/coming';
import { useComing } from './times/useComing';
import { comingSaid } from './times/words';
import type { LocaleState, TranslationSet } from './useTranslations';

interface LocaleTabsProps {
  set: TranslationSet;
  /** What they are languages of; undefined until it is made. */
  parent: EntryDetail | undefined;
  locale: string;
  open: (locale: string) => void;
}

/** The languages of the site, of which one is open. */
export function LocaleTabs({ set, parent, locale, open }: LocaleTabsProps) {
  const { t } = useSpeech();
  const coming = useComing(parent);
  return (
    <Tabs value={locale} onChange={(next) => next && open(next)} aria-label={t('entry.translations')}>
      <Tabs.List>
        {set.locales.map((each) => (
          <Tabs.Tab key={each.locale} value={each.locale} {...(each.completeness ? { title: t('entry.completeness', { filled: each.completeness.filled, needed: each.completeness.needed }) } : {})}>
            <LocaleLabel state={each} open={each.locale === locale} coming={nextOf(coming, each.summary)} />
          </Tabs.Tab>
        ))}
      </Tabs.List>
    </Tabs>
  );
}

function LocaleLabel({ state, open, coming }: { state: LocaleState; open: boolean; coming: Coming | undefined }) {
  const speech = useSpeech();
  const { t, language } = speech;
  const { locale, summary, detail, completeness } = state;
  const name = localeName(locale, language);
  if (!summary) return open ? name : t('entry.localeMissing', { locale: name });
  const share = completeness && completeness.filled < completeness.needed ? ` ${completeness.filled}/${completeness.needed}` : '';
  return <StatusBadge status={detail?.entry.status ?? summary.status} of={`${name}${share}`} pending={detail?.hasDraft ?? summary.hasDraft} coming={coming && comingSaid(speech, coming)} />;
}
