package quartet

import "github.com/quartet-dev/quartet/internal/content"

// Who calls, and what they call about.
type (
	// Caller is who asks: the fields User, Staff and Auth, each nil when there
	// is none. The zero value is nobody. It never holds a raw credential.
	Caller = content.Caller

	// User is a signed-in user: the field ID.
	User = content.User

	// Staff is a signed-in user with a staff role: the fields ID and Role, which
	// is owner, editor or contributor.
	Staff = content.Staff

	// Auth is a verified credential: the fields Credential (session, oauth or
	// api-key), CredentialID, ClientID and Scopes.
	Auth = content.Auth

	// Event is the change that a lifecycle hook is about: the fields ID (stable
	// through retries), Trigger, Hook, Schema, and Entry, the row as a JSON
	// value: nil on before_create, the row before the change on the other
	// before_* hooks.
	Event = content.Event

	// Entry is a stored entry: the fields ID, Collection, Status, Version, Data,
	// AuthorID ("" when unknown), and CreatedAt and UpdatedAt in Unix epoch
	// milliseconds.
	Entry = content.Entry

	// Status is the state of an entry: Draft, Published or Archived.
	Status = content.Status
)

// The states of an entry.
const (
	Draft     = content.Draft
	Published = content.Published
	Archived  = content.Archived
)
