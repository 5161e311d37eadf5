export const SERVE_SAMPLE = {
  url: 'http://127.0.0.1:7410',
  publicUrl: 'http://127.0.0.1:7410',
  metricsUrl: 'http://127.0.0.1:9410/metrics',
  database: '/home/jo/.local/share/feedctl/feedctl.db',
};
