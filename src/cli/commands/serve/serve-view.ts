export const SERVE_SAMPLE = {
  url: 'http://127.0.0.1:7410',
  publicUrl: 'http://127.0.0.1:7410',
  database: '/home/jo/.local/share/feedctl/feedctl.db',
};
