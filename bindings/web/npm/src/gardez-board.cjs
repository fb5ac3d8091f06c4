module.exports = require("./gardez-board.js");
