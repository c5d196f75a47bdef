package wire

// Collections is every collection but for translations, which ride inside what
// they translate.
type Collections struct {
	Collections []Collection `json:"collections"`
}

// Collection describes a Schema. The properties of Schema come in the order in
// which they were written. RowField is the column that a reference to the
// collection holds, unless the collection has a property of the reference's name; Keys
// are the properties that name an entry alone, which it may have held before.
// Sortable is what an index has in order, SortedSlowly what is sorted for each page of a list.
type Collection struct {
	Name         string       `json:"name"`
	Title        Text         `json:"title"`
	Description  Text         `json:"description"`
	Lifecycle    string       `json:"lifecycle" ts:"Lifecycle"` // publishing or operational
	Localized    bool         `json:"localized"`
	Translates   *Translates  `json:"translates"`
	ReadOnly     bool         `json:"readOnly"`
	Schema       Raw          `json:"schema" ts:"Object"`
	UISchema     Object       `json:"uiSchema" ts:"Object | null"`
	Searchable   []string     `json:"searchable"`
	Sortable     []string     `json:"sortable"`
	SortedSlowly []string     `json:"sortedSlowly"`
	Filter       *Filter      `json:"filter"`
	List         List         `json:"list"`
	RowField     string       `json:"rowField"`
	Keys         []string     `json:"keys"`
	Media        []MediaField `json:"media"`
	Parent       *Parent      `json:"parent"`
	Translations []Collection `json:"translations"`
	HasPages     bool         `json:"hasPages,omitempty"`
}

// Translates joins a translation to what it translates.
type Translates struct {
	Parent string `json:"parent"`
	On     string `json:"on"`
}

// Filter is the field that a collection's list offers to filter by.
type Filter struct {
	Field  string `json:"field"`
	Values []any  `json:"values" ts:"Array<string>"`
}

// List is what a collection's table shows. PrimaryField is "" when the entry's
// title does.
type List struct {
	PrimaryField string   `json:"primaryField"`
	Columns      []string `json:"columns"`
}

// MediaField is a property that holds a media asset.
type MediaField struct {
	Field string `json:"field"`
	Hint  string `json:"hint"`
}

// Parent is the collection that this one is shown under.
type Parent struct {
	Collection  string `json:"collection"`
	ParentField string `json:"parentField"`
	ChildField  string `json:"childField"`
}

// Statistics is how many entries a collection has, and when they were made.
type Statistics struct {
	Total         int64            `json:"total"`
	ByStatus      map[string]int64 `json:"byStatus"`
	ByFilterValue map[string]int64 `json:"byFilterValue"`
	From          int64            `json:"from"`
	To            int64            `json:"to"`
	BucketMs      int64            `json:"bucketMs"`
	Buckets       []Bucket         `json:"buckets"`
}

// Bucket is how many entries were made in one span of time.
type Bucket struct {
	Start int64 `json:"start"`
	Count int64 `json:"count"`
}
