export const home = {
  'home.welcome': '{name}，歡迎',
  'home.hint': '這個網站的內容，以及最近的變更。',
  'home.total.one': '{count} 筆',
  'home.total.other': '{count} 筆',
  'home.recent': '最近的變更',
  'home.noCollections': '還沒有內容類型',
  'home.noCollectionsHint': '內容類型來自網站資訊清單中的 Schema。加入一個，就會出現在這裡。',
} as const;
