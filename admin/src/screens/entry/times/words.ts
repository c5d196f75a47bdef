import type { Article, ArticlePart } from '../../../api/types.gen';
import type { Speech } from '../../../i18n/text';
import { listed } from '../../../values/names';
import { partName } from '../article/words';
import type { Coming } from './coming';
import { isOf } from './coming';

/** What happens to an entry, and when: "Publishes on Dec 3, 2026, 9:00 AM". */
export const comingSaid = ({ t, moment }: Pick<Speech, 't' | 'moment'>, { does, at }: Coming): string => t(`entry.coming.${does}`, { time: moment(at) });

/** The same of an article, with the parts that it happens to where others of them stay as they are. */
export function articleComingSaid(speech: Speech, coming: Coming, article: Article | undefined): string {
  const said = comingSaid(speech, coming);
  const moves = (part: ArticlePart) => isOf(coming, part);
  const could = article?.parts.filter(({ waits, served }) => (coming.does === 'publish' ? waits : served)) ?? [];
  if (!article || could.every(moves)) return said;
  const parts = article.parts.filter(moves);
  const languages = parts.filter(({ locale }) => locale !== undefined);
  const names = (languages.length > 0 ? languages : parts).map((part) => partName(part, speech));
  return names.length === 0 ? said : speech.t('entry.coming.of', { what: said, parts: listed(names, speech.language) });
}
