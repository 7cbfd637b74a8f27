export const chat = {
  title: 'Chat',
  link: {
    title: 'Leave for {host}?',
    text: 'This link was written in the conversation. It opens in a new tab; Metona tells the other side nothing about you.',
    stay: 'Stay here',
    open: 'Open',
    copy: 'Copy the address',
  },
  image: { unnamed: 'Image', load: 'Show it' },
  code: { plain: 'text', copy: 'Copy the code' },
} as const;
