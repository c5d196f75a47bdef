import type { Comment } from '../api/types.gen';

/** What was said on one matter. */
export interface Thread {
  first: Comment;
  answers: Comment[];
}

/** The comments by thread, those that are open first. */
export function threadsOf(comments: readonly Comment[]): Thread[] {
  const threads = comments.filter((each) => each.thread === each.id).map((first) => ({ first, answers: comments.filter((each) => each.thread === first.id && each.id !== first.id) }));
  return threads.sort((a, b) => Number(a.first.resolvedAt !== null) - Number(b.first.resolvedAt !== null));
}

/** How many threads are open on a field, '' for all there are. */
export function openOn(comments: readonly Comment[], field: string): number {
  return comments.filter((each) => each.thread === each.id && each.resolvedAt === null && (field === '' || each.field === field)).length;
}
