export const forms = {
  'forms.json.broken': '這還不是正確的 JSON。',
  'forms.choice.label': '種類',
  'forms.choice.none': '請選擇',
  'forms.choice.option': '選項 {number}',
  'forms.list.add': '新增',
  'forms.list.item': '第 {number} 項',
  'forms.list.up': '將第 {number} 項上移',
  'forms.list.down': '將第 {number} 項下移',
  'forms.list.remove': '移除第 {number} 項',
} as const;
