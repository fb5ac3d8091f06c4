module.exports = require("./chessjs.js");
