package audit

import (
	"context"
	"slices"
)

// Record is what is written down about one change. Before and After are JSON
// objects of what differs, nil for nothing; see Difference. Of an entry they
// are {"status":…,"data":{…}}, and the store makes them when it gives the record
// back: what is written is Undo, because the entry itself, or the record of its
// next change, has what the change made.
type Record struct {
	Key        int64 // its place among all records, given by the store
	Time       int64 // Unix epoch milliseconds
	Actor      Actor
	Surface    Surface
	Action     Action
	Collection string // of an entry; "" for anything else
	Subject    string // the id of the entry, user, invitation or asset; "" for the site
	Version    int64  // of an entry, after the change; of a deleted one, the last
	Before     []byte
	After      []byte

	// Undo is what takes the change of an entry back, for the store to keep. It
	// is not given back.
	Undo []byte

	// Pruned says that Before and After were thrown away, by the bounds of Retention.
	Pruned bool
}

// Actor is who made a change: the zero Actor is nobody, or the site itself.
type Actor struct {
	ID         string // the user's; without a user, that of the credential
	Credential string // its kind, of principal.Credential
	Client     string // that the user let act for them, or ""
}

// Action is what was done.
type Action string

// The actions on an entry, on the site's settings, on users, on API keys, on assets
// on copies of the site, and on comments.
const (
	Create    Action = "create"
	Update    Action = "update"
	Publish   Action = "publish"
	Unpublish Action = "unpublish"
	Archive   Action = "archive"
	Delete    Action = "delete"
	Restore   Action = "restore" // out of the bin

	ChangeSettings   Action = "change-settings"
	ChangeRole       Action = "change-role"
	Invite           Action = "invite"
	DeleteInvitation Action = "delete-invitation"
	DeleteUser       Action = "delete-user"
	CreateKey        Action = "create-key"
	RevokeKey        Action = "revoke-key"

	UploadAsset  Action = "upload-asset"
	ReplaceAsset Action = "replace-asset"
	ChangeAsset  Action = "change-asset"
	DeleteAsset  Action = "delete-asset"

	TakeBackup     Action = "take-backup"
	DownloadBackup Action = "download-backup"

	// Erase is what ends an entry in the bin, by hand, and EmptyBin by the sweep.
	Erase    Action = "erase"
	EmptyBin Action = "empty-bin"

	AddComment     Action = "add-comment"
	EditComment    Action = "edit-comment"
	DeleteComment  Action = "delete-comment"
	ResolveComment Action = "resolve-comment"
	ReopenComment  Action = "reopen-comment"

	// PruneHistory is what the sweep does by the bounds of Retention.
	PruneHistory Action = "prune-history"
)

var actions = []Action{
	Create, Update, Publish, Unpublish, Archive, Delete, Restore,
	ChangeSettings, ChangeRole, Invite, DeleteInvitation, DeleteUser, CreateKey, RevokeKey,
	UploadAsset, ReplaceAsset, ChangeAsset, DeleteAsset, TakeBackup, DownloadBackup, AddComment, EditComment, DeleteComment, ResolveComment, ReopenComment, PruneHistory, Erase, EmptyBin,
}

// Actions lists the actions.
func Actions() []Action { return slices.Clone(actions) }

// Makes reports whether the action makes an entry that was not there.
func (a Action) Makes() bool { return a == Create || a == Restore }

// Query chooses records, the newest first. "" is any.
type Query struct {
	Actor      string // Actor.ID
	Collection string
	Subject    string
	Before     int64 // Record.Key of the last one seen; 0 from the newest
	Limit      int
}

// Store gives the records back, and the entries that they tell of. Its errors are
// diagnostics: RESOURCE_EXHAUSTED when a choice that nothing serves took too
// long.
type Store interface {
	// AuditRecords gives records, whole. There are fewer than the limit when they
	// would be longer than a few megabytes, but at least one; more reports whether
	// there are others behind them.
	AuditRecords(ctx context.Context, q Query) (records []Record, more bool, err error)

	// EntryVersion is an entry as it was in one of its versions, also one that was
	// deleted since. NOT_FOUND when there was none, or it is not kept.
	EntryVersion(ctx context.Context, collection, subject string, version int64) (*State, error)

	// EntryVersions lists the versions of the entry that Query names by Collection and
	// Subject, without reading what they hold.
	EntryVersions(ctx context.Context, q Query) (versions []VersionLine, more bool, err error)

	// NameVersion gives a version a name. NOT_FOUND when there is none, or it is not kept;
	// CONFLICT when MaxNamedVersions of the entry have one.
	NameVersion(ctx context.Context, n NamedVersion) error
}
