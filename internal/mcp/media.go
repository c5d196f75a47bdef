package mcp

import (
	"context"
	"encoding/json"
	"strings"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/quartet-dev/quartet/internal/admin/wire"
	"github.com/quartet-dev/quartet/internal/content"
	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/mcp/toolset"
	"github.com/quartet-dev/quartet/internal/media"
	"github.com/quartet-dev/quartet/internal/media/library"
)

// beginUpload runs create_media_upload.
func (v *server) beginUpload(ctx context.Context, caller content.Caller, arguments map[string]any) ([]byte, error) {
	a, err := media.ReadAnnouncement(arguments)
	if err != nil {
		return nil, err
	}
	a.Creator = caller.Actor().ID
	granted, err := v.media.Announce(ctx, a)
	if err != nil {
		return nil, err
	}
	said := library.Capabilities(granted)
	for i := range said.Capabilities {
		said.Capabilities[i].UploadURL = v.absolute(said.Capabilities[i].UploadURL)
	}
	return marshal(said)
}

// finishUpload runs commit_media_upload, and gives a link to each variant.
func (v *server) finishUpload(ctx context.Context, caller content.Caller, arguments map[string]any) ([]byte, []sdk.Content, error) {
	args := &argumentReader{left: arguments}
	id := args.text(toolset.ArgumentUpload, true)
	if args.err != nil {
		return nil, nil, args.err
	}
	c, err := media.ReadCommitment(id, args.left)
	if err != nil {
		return nil, nil, err
	}
	c.Actor = caller.Actor()
	a, err := v.media.Commit(ctx, c)
	if err != nil {
		return nil, nil, err
	}
	said := library.Asset(v.media, a)
	body, err := marshal(said)
	return body, v.links(said), err
}

// links are links to the variants of an asset.
func (v *server) links(a wire.Asset) (links []sdk.Content) {
	for _, each := range a.Variants {
		size := each.ByteSize
		links = append(links, &sdk.ResourceLink{
			URI: v.absolute(each.URL), Name: a.Filename, Title: a.Alt, MIMEType: each.MimeType, Size: &size,
		})
	}
	return links
}

// absolute is a URL, of this site where it is a path.
func (v *server) absolute(url string) string {
	if strings.HasPrefix(url, "/") {
		return v.origin + url
	}
	return url
}

func marshal(value any) ([]byte, error) {
	body, err := json.Marshal(value)
	if err != nil {
		return nil, diag.Internal(err)
	}
	return body, nil
}
