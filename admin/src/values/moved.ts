import type { MovedPart, ScheduledMove } from '../api/types.gen';
import type { Speech } from '../i18n/text';
import { listed, localeName } from './names';

/** What a part of a move is called beside the others: its language, or what all languages share; its title where the move is of no article. */
export function movedPartName({ locale, title }: Pick<MovedPart, 'locale' | 'title'>, { parts }: Pick<ScheduledMove, 'parts'>, { t, language }: Speech): string {
  if (locale) return localeName(locale, language);
  return parts.some((each) => each.locale) ? t('article.shared') : title;
}

/** What is moved, part by part, as the reader's language lists it. */
export function movedParts(move: Pick<ScheduledMove, 'parts'>, speech: Speech): string {
  return listed(move.parts.map((each) => movedPartName(each, move, speech)), speech.language);
}
