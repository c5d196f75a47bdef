import type { Picture } from './codec';
import type { Answer, Question } from './messages';
import { pictureOf, readPicture } from './picture';

/** Reads and writes pictures beside the page, which stays quick meanwhile. */
const pictures = new Map<number, Picture>();

async function answer(question: Question): Promise<Answer['value']> {
  switch (question.ask) {
    case 'read': {
      const { source, key } = question;
      const picture = source instanceof Blob ? await readPicture(source) : pictureOf(source, true);
      if (!picture) return null;
      pictures.set(key, picture);
      const { width, height, transparent } = picture;
      return { width, height, transparent };
    }
    case 'encode':
      return (await pictures.get(question.key)?.encode(question.mime, question.quality, question.scale)) ?? null;
    case 'writes':
      return (await pictures.get(question.key)?.writes(question.mime)) ?? false;
    case 'close':
      pictures.get(question.key)?.close();
      pictures.delete(question.key);
      return null;
  }
}

addEventListener('message', ({ data }: MessageEvent<Question>) => {
  const tell = (told: Omit<Answer, 'id'>) => postMessage({ id: data.id, ...told });
  answer(data).then((value) => tell({ value }), (error: unknown) => tell({ value: null, failed: String(error) }));
});
