import { ApiFailure } from '../api/failure';
import type { Reason } from '../api/types.gen';
import type { PlainKey } from '../i18n/message';
import type { Speech } from '../i18n/text';

/**
 * What a refusal says where nothing more is known of what was to be done. The service speaks English, and says more than a
 * code does: who reads English has its own words. Others have what the code means; a code that is not here, such as that of
 * a hook, has words that somebody of the site wrote (decision 331).
 */
export function saidBy({ code, path = '', message }: Reason, { t, language }: Pick<Speech, 't' | 'language'>): string {
  const meant = language === 'en' ? undefined : (meanings[`${code} ${path}`] ?? meanings[code]);
  return meant ? t(meant) : message;
}

/** Why a request did not succeed, whatever came of it. What is no failure of a request has its own words. */
export function saidOf(error: unknown, speech: Pick<Speech, 't' | 'language'>): string {
  if (!(error instanceof ApiFailure)) return error instanceof Error ? error.message : String(error);
  if (error.diagnostic) return saidBy(error.diagnostic, speech);
  return error.kind === 'offline' ? speech.t('said.offline') : error.message;
}

type Meaning = 'trouble.conflict' | Extract<PlainKey, `said.${string}`>;

const meanings: Record<string, Meaning | undefined> = {
  'CONFLICT input#/expectedVersion': 'trouble.conflict',
  'CONFLICT input#/expectedDraft': 'trouble.conflict',
  'CONFLICT data#/version': 'trouble.conflict',
  'CONFLICT input#/email': 'said.hasRole',
  CONFLICT: 'said.conflict',
  'INPUT_VALIDATION_FAILED input#/email': 'said.noEmail',
  INPUT_VALIDATION_FAILED: 'said.invalid',
  INVALID_LOCALE: 'said.invalid',
  'LIFECYCLE_HOOK_REJECTED input#': 'said.hook', // that of a hook which said nothing itself
  NOT_FOUND: 'said.notFound',
  PROCEDURE_NOT_FOUND: 'said.notFound',
  MEDIA_ASSET_NOT_FOUND: 'said.notFound',
  AUTH_DENIED: 'said.denied',
  'UNAUTHENTICATED input#': 'said.signedOut',
  UNAUTHENTICATED: 'said.wrongSecret',
  RATE_LIMITED: 'said.tooOften',
  PAYLOAD_TOO_LARGE: 'said.tooLarge',
  RESOURCE_EXHAUSTED: 'said.full',
  RESOURCE_UNAVAILABLE: 'said.unavailable',
  INTERNAL_ERROR: 'said.internal',
  OUTPUT_VALIDATION_FAILED: 'said.site',
  HANDLER_NOT_REGISTERED: 'said.site',
  HANDLER_BUILTIN_NOT_IN_V010: 'said.site',
  VIEW_DIALECT_UNSUPPORTED: 'said.site',
  METHOD_NOT_ALLOWED: 'said.site',
  MEDIA_NOT_CONFIGURED: 'said.noMedia',
  MEDIA_PURPOSE_REJECTED: 'said.purpose',
  MEDIA_MIME_REJECTED: 'said.form',
  MEDIA_SIZE_EXCEEDED: 'said.tooLarge',
  MEDIA_VARIANT_SIZE_EXCEEDED: 'said.tooLarge',
  MEDIA_VARIANTS_INCOMPLETE: 'said.notUploaded',
  MEDIA_VARIANTS_SUSPICIOUS_SIZE: 'said.notUploaded',
  MEDIA_OBJECT_NOT_FOUND: 'said.notUploaded',
  MEDIA_CHECKSUM_MISMATCH: 'said.notUploaded',
  MEDIA_UPLOAD_EXPIRED: 'said.expired',
};
