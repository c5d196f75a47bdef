// Package comments is what staff say to each other about an entry: threads on the whole of
// it or on one field, with mentions of colleagues, who are told by mail.
//
// Comments are beside the entry and no part of it: publishing does not change them, no
// public surface and no tool of agents shows them, and a copy of the site takes them along
// (decision 247). Whoever may read an entry may comment on it. Everybody changes and
// deletes their own; whoever began a thread, and every editor, resolves it.
//
// A mention is written as <@user-id> in the text, so that each reader sees the name that
// their role may know. A mail goes to each person once for each comment, through the queue of
// deferred hooks, and only to who may read the entry when it goes out (decision 248).
package comments
