// Package library shows the media library to staff, in the bodies that the
// Admin API and the tools for agents share.
package library

import (
	"github.com/quartet-dev/quartet/internal/admin/wire"
	"github.com/quartet-dev/quartet/internal/mcp/toolset"
	"github.com/quartet-dev/quartet/internal/media"
	"github.com/quartet-dev/quartet/internal/plan"
)

// Asset is an asset of the library.
func Asset(service *media.Service, a *media.Asset) wire.Asset {
	public := service.Shape(a, "")
	out := wire.Asset{
		ID: a.ID, Purpose: a.Purpose, Filename: a.Filename, Version: a.Version, Variants: public.Variants, Renditions: public.Renditions,
		Alt: a.Alt, Caption: a.Caption, Translations: map[string]wire.AssetText{}, FocalPoint: a.FocalPoint,
		CreatedAt: a.CreatedAt, UsedBy: a.UsedBy,
	}
	if a.CreatedBy != "" {
		out.CreatedBy = &a.CreatedBy
	}
	for locale, text := range a.Translations {
		out.Translations[locale] = wire.AssetText(text)
	}
	return out
}

// Capabilities is an announced upload.
func Capabilities(g *media.Granted) wire.MediaCapabilities {
	out := wire.MediaCapabilities{UploadGroupID: g.UploadGroupID, ExpiresAt: g.ExpiresAt}
	for _, c := range g.Capabilities {
		out.Capabilities = append(out.Capabilities, wire.MediaCapability{
			Role: c.Role, MimeType: c.MimeType, Method: "PUT", UploadURL: c.URL, RequiredHeaders: c.Headers, Resumable: c.Resumable,
		})
	}
	return out
}

// Tools are the tools for agents of a plan, with those for media unless the site
// takes no uploads: service is nil.
func Tools(p *plan.Plan, service *media.Service) *toolset.Set {
	tools := toolset.New(p)
	if service != nil {
		tools.AddMedia(toolset.Media{
			Purposes: service.Config().Media.Purposes, MaxUpload: service.MaxUpload,
			Announcement: media.AnnouncementSchema, Commitment: media.CommitmentSchema,
		})
	}
	return tools
}
