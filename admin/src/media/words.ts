import { byteSize } from '../i18n/bytes';
import type { Speech } from '../i18n/text';
import { saidOf } from '../values/said';
import { PreparationFailure } from './variants/made';
import type { MadeForm, Upload } from './uploads/upload';

const names: Partial<Record<string, string>> = { 'image/jpeg': 'JPEG', 'image/webp': 'WebP', 'image/svg+xml': 'SVG', 'audio/mpeg': 'MP3' };

/** What people call a mime type: WebP, PDF. */
export function formName(mime: string): string {
  const [, kind = mime] = mime.split('/');
  return names[mime] ?? (/^[a-z0-9]{2,5}$/.test(kind) ? kind.toUpperCase() : mime);
}

/** What was done to a file: “cover.jpg: 4.2 MB → WebP 380 kB, quality 74; JPEG 760 kB”. */
export function toldOf({ filename, size, made }: Pick<Upload, 'filename' | 'size' | 'made'>, speech: Speech): string {
  const forms = made.map((each) => formTold(each, speech)).join('; ');
  return speech.t('media.told', { filename, size: byteSize(speech.language, size), forms });
}

function formTold({ mimeType, size, done }: MadeForm, { t, language }: Speech): string {
  return [
    `${formName(mimeType)} ${byteSize(language, size)}`,
    done.smaller && `${done.smaller.width} × ${done.smaller.height}`,
    done.quality !== undefined && t('media.quality', { quality: done.quality }),
    done.how === 'as-is' && t('media.unchanged'),
    done.how === 'stripped' && t('media.stripped'),
  ]
    .filter(Boolean)
    .join(', ');
}

/** Why an upload failed, for whoever gave the file. */
export function whyFailed(error: Error | undefined, speech: Speech): string {
  const { t, language } = speech;
  if (!(error instanceof PreparationFailure)) return error ? saidOf(error, speech) : '';
  const most = error.most === undefined ? '' : byteSize(language, error.most);
  return t(`media.unmade.${error.reason}`, { form: error.mimeType.split(', ').map(formName).join(', '), most });
}
