import { useSpeech } from '../../i18n/text';
import { LinkButton } from '../../ui/links';
import { localeName } from '../../values/names';
import { LineNotice } from './LineNotice';
import type { Lags } from './useLags';

/** Says of a language that the one which it is made from has changed since, and leads to what has. */
export function LagNotice({ lags: { source, of }, locale }: { lags: Lags; locale: string }) {
  const { t, language, moment } = useSpeech();
  const lag = of.get(locale);
  if (!lag || !source) return null;
  return (
    <LineNotice title={t('entry.lag', { language: localeName(source.locale ?? '', language), time: moment(lag.at) })} hint={t('entry.lagHint', { language: localeName(locale, language) })}>
      <LinkButton size="compact-xs" variant="default" to="/c/$collection/$id/versions" params={{ collection: source.collection, id: source.id }} search={{ version: lag.version, with: lag.with }}>
        {t('entry.lagSee')}
      </LinkButton>
    </LineNotice>
  );
}
