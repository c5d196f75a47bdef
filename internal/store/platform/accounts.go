package platform

import (
	"github.com/quartet-dev/quartet/internal/auth"
)

const accountColumns = `provider, subject, "user", login, tokens, created_at, updated_at`

var (
	selectAccount  = declare(`SELECT ` + accountColumns + ` FROM _quartet_accounts WHERE provider = ?1 AND subject = ?2`)
	selectAccounts = declare(`SELECT ` + accountColumns + ` FROM _quartet_accounts WHERE "user" = ?1 ORDER BY provider, updated_at DESC, subject`)
	putAccount     = declare(`INSERT INTO _quartet_accounts (` + accountColumns + `) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)
ON CONFLICT (provider, subject) DO UPDATE SET "user" = excluded."user", login = excluded.login,
tokens = coalesce(excluded.tokens, _quartet_accounts.tokens), updated_at = excluded.updated_at`)
)

func accountOf(r row) *auth.Account {
	return &auth.Account{
		Provider: r.string(0), Subject: r.string(1), UserID: r.string(2), Login: r.string(3), Tokens: r.blob(4),
		CreatedAt: r.time(5), UpdatedAt: r.time(6),
	}
}

func (r authReader) Account(provider, subject string) (*auth.Account, error) {
	return first(r.c, selectAccount, accountOf, provider, subject)
}

func (r authReader) Accounts(user string) ([]*auth.Account, error) {
	return every(r.c, selectAccounts, accountOf, user)
}

func (t authTx) PutAccount(a *auth.Account) error {
	var tokens any // null, which an empty blob is not
	if a.Tokens != nil {
		tokens = a.Tokens
	}
	return t.c.run(putAccount, a.Provider, a.Subject, a.UserID, a.Login, tokens, a.CreatedAt.UnixMilli(), a.UpdatedAt.UnixMilli())
}
