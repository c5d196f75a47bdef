import { Tabs } from '@mantine/core';

import { useSpeech } from '../../i18n/text';
import { StatusBadge } from '../../ui/StatusBadge';
import { localeName } from '../../values/names';
import type { LocaleState, TranslationSet } from './useTranslations';

/** The languages of the site, of which one is open. */
export function LocaleTabs({ set, locale, open }: { set: TranslationSet; locale: string; open: (locale: string) => void }) {
  const { t } = useSpeech();
  return (
    <Tabs value={locale} onChange={(next) => next && open(next)} aria-label={t('entry.translations')}>
      <Tabs.List>
        {set.locales.map((each) => (
          <Tabs.Tab key={each.locale} value={each.locale} {...(each.completeness ? { title: t('entry.completeness', { filled: each.completeness.filled, needed: each.completeness.needed }) } : {})}>
            <LocaleLabel state={each} open={each.locale === locale} />
          </Tabs.Tab>
        ))}
      </Tabs.List>
    </Tabs>
  );
}

function LocaleLabel({ state, open }: { state: LocaleState; open: boolean }) {
  const { t, language } = useSpeech();
  const { locale, summary, detail, completeness } = state;
  const name = localeName(locale, language);
  if (!summary) return open ? name : t('entry.localeMissing', { locale: name });
  const share = completeness && completeness.filled < completeness.needed ? ` ${completeness.filled}/${completeness.needed}` : '';
  return <StatusBadge status={detail?.entry.status ?? summary.status} of={`${name}${share}`} pending={detail?.hasDraft ?? summary.hasDraft} />;
}
