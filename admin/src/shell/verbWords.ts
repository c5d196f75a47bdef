/**
 * Words that people may call a verb, beside what it is called here, in every language of the application: what somebody
 * is used to elsewhere is found too. They are searched and never shown.
 */
export const verbWords: Record<string, string> = {
  publish: 'publish go live release post online 發佈 發布 上線 公開 上架',
  unpublish: 'unpublish take down offline hide back to draft 取消發佈 取消發布 下線 撤下 下架 退回草稿',
  save: 'save keep store 儲存 保存 存檔',
  discard: 'discard revert drop undo changes 捨棄 放棄 還原 取消變更',
  preview: 'preview live view look 預覽 檢視',
  history: 'history versions timeline revisions changes 歷史 版本 紀錄',
  duplicate: 'duplicate copy clone 複製 重製 副本',
  json: 'json source data raw 原始 資料',
  archive: 'archive put away 封存 歸檔 典藏',
  delete: 'delete remove trash bin 刪除 移除 丟棄',
  invite: 'invite staff member colleague add person user 邀請 夥伴 成員 同事 加入',
  theme: 'theme dark light night mode colours colors appearance 佈景 主題 深色 淺色 夜間 暗色 亮色',
  language: 'language english chinese 語言 英文 中文 繁體',
  density: 'density compact comfortable rows 密度 緊湊 寬鬆',
  shortcuts: 'keyboard shortcuts keys help 鍵盤 快捷鍵 說明',
  signOut: 'sign out log out logout leave exit quit 登出 離開 退出',
  connect: 'connect agent mcp claude api 連接 代理 代理程式',
  new: 'new create add write begin 新增 建立 撰寫 寫 加入',
  run: 'run operation do 執行 作業',
};
